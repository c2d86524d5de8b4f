/** Detail beside a list. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../button';
import { Heading, Stack, Text } from '../layout';
import { Refused } from './modal';
import type { Problem } from './problem';
import { useShortcuts } from './shortcuts';

const Aside = chakra('aside', {
  base: {
    background: 'surface',
    borderColor: 'line',
    borderStyle: 'solid',
    borderWidth: 'var(--edge)',
    borderRadius: 'card',
    boxShadow: 'card',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    position: { xl: 'sticky' },
    // Below the bars, which stay in sight.
    top: 'calc(var(--bars, 3.25rem) + 1rem)',
    maxHeight: { xl: 'calc(100dvh - var(--bars, 3.25rem) - 2.25rem)' },
    overflow: 'hidden',
    scrollMarginTop: 'calc(var(--bars, 3.25rem) + 1rem)',
    order: { base: -1, xl: 0 },
  },
});
const Head = chakra('header', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    padding: '4',
    borderBottomWidth: '1px',
    borderBottomStyle: 'solid',
    borderColor: 'line',
  },
});
const Body = chakra('div', {
  base: { padding: '4', overflowY: 'auto', display: 'flex', flexDirection: 'column', gap: '5' },
});
const Foot = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    padding: '4',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    '& > button': { paddingInline: '3' },
    '&:empty': { display: 'none' },
  },
});

/** Beside the list on a wide screen, above it on a narrow one; Esc closes it. `about` changes with what it shows. */
export function SidePanel({
  about,
  label,
  title,
  line,
  closeLabel,
  onClose,
  footer,
  problem,
  children,
}: {
  about: string;
  label: string;
  title: ReactNode;
  line: ReactNode;
  closeLabel: string;
  onClose: () => void;
  footer?: ReactNode;
  /** Why a button of the footer did nothing. */
  problem?: Problem | undefined;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is another panel to read
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // On a narrow screen it stands above the list, which may be scrolled far.
    if (!matchMedia('(min-width: 1280px)').matches) heading.current?.closest('aside')?.scrollIntoView();
  }, [about]);
  useShortcuts([{ keys: 'Escape', label: closeLabel.replace(' (Esc)', ''), run: onClose }]);
  return (
    <Aside aria-label={label}>
      <Head>
        <Stack gap="1" flex="1">
          <Heading ref={heading} tabIndex={-1} size="title" outline="none">
            {title}
          </Heading>
          <Text size="small" tone="muted">
            {line}
          </Text>
        </Stack>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </Head>
      <Body>{children}</Body>
      <Refused problem={problem} />
      {footer && <Foot>{footer}</Foot>}
    </Aside>
  );
}
