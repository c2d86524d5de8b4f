/**
 * The kit. Own, small components on Chakra's styling engine; everything a screen is made of comes from here.
 * Style props take the tokens of `system.ts` (`background="accent-soft"`, `padding="4"`, `fontSize="small"`).
 */

// For the odd element of one's own: chakra('div', { base: {…}, variants: {…} }).
export { chakra } from '@chakra-ui/react/styled-system';
export { Badge, BucketBadge, bucketTone, type Tone } from './badge';
export { Banner } from './banner';
export { AppBar, AppBarBelow, BottomBar, type BottomBarItem, PageBody } from './bars';
export { AnchorButton, Button, type ButtonProps, IconButton, LinkButton } from './button';
export { ChipChoice, type Choice, SegmentedChoice } from './choices';
export { DateChips } from './date-chips';
export { DateChipsLater, loadDateChips } from './date-chips-later';
export { DayInput, type DayInputProps } from './day-input';
export { Field, useFieldParts } from './field';
export { Icon, type IconName, Mark } from './icon';
export { AmountInput, NumberInput, Select, TextArea, TextInput, type TextInputProps } from './inputs';
export { chooseLanguage, LanguageLinks } from './language-switch';
export { Box, Card, Divider, Heading, Row, Stack, Text, VisuallyHidden } from './layout';
export { Link } from './link';
export { DateText, Money } from './money';
export { UiProvider, useArea } from './provider';
export { Sheet } from './sheet';
export { EmptyState, ErrorState, ProgressBar, Skeleton, useDelayed } from './states';
export { applyTheme, chooseTheme, storedTheme, type Theme } from './theme-choice';
export { ThemeSwitch, useTheme } from './theme-switch';
export { ToastHost } from './toast';
export { showToast, useToast } from './toast-store';
export { VirtualList } from './virtual-list';
