/**
 * Chakra's styling engine with our own, small system: names for the variables of theme.css, and the property
 * shorthands that are used here. The default system would cost 90 kB gzip on the first paint of a phone.
 *
 * Known shorthands: p* m* (also px, py, mx, my), w h minW maxW minH maxH boxSize, bg, rounded, shadow, gap, inset*,
 * pos, flexDir, truncate. Responsive values: `{ base, sm, md, lg, xl }`. Anything else is plain CSS.
 */
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';

const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96];
const tokensOf = (entries: [string | number, string][]) =>
  Object.fromEntries(entries.map(([name, value]) => [name, { value }]));

/** Spacing in steps of 4 px, in rem so that it grows with the user's text size. */
const spacing = tokensOf([
  ...steps.map((step): [number, string] => [step, `${step / 4}rem`]),
  ['0.5', '0.125rem'],
  ['1.5', '0.375rem'],
]);

const colors = [
  'canvas surface sunken line control ink muted accent accent-strong on-accent accent-soft accent-ink focus',
  'paid paid-soft paid-solid promise promise-soft warn warn-soft danger danger-soft danger-solid',
  'blocked blocked-soft blocked-line bucket1 bucket1-soft bucket2 bucket2-soft bucket3 bucket3-soft',
  'bucket4 bucket4-soft bucket5 bucket5-soft bucket6 bucket6-soft',
]
  .join(' ')
  .split(' ');

type Utilities = NonNullable<Parameters<typeof defineConfig>[0]['utilities']>;
type TokenCategory = Extract<Utilities[string]['values'], string>;

/** One row a scale: `property:shorthand,shorthand`. */
const scales: Partial<Record<TokenCategory, string>> = {
  colors:
    'background:bg backgroundColor:bgColor color fill stroke borderColor borderTopColor borderBottomColor borderInlineStartColor borderInlineEndColor outlineColor accentColor caretColor',
  spacing:
    'padding:p paddingTop:pt paddingBottom:pb paddingInline:px,paddingX paddingBlock:py,paddingY paddingInlineStart:ps paddingInlineEnd:pe paddingLeft:pl paddingRight:pr margin:m marginTop:mt marginBottom:mb marginInline:mx,marginX marginBlock:my,marginY marginInlineStart:ms marginInlineEnd:me marginLeft:ml marginRight:mr gap rowGap columnGap inset insetInline:insetX insetBlock:insetY insetInlineStart:insetStart insetInlineEnd:insetEnd top bottom left right scrollMarginTop',
  sizes: 'width:w height:h minWidth:minW maxWidth:maxW minHeight:minH maxHeight:maxH flexBasis inlineSize blockSize',
  radii: 'borderRadius:rounded borderTopLeftRadius borderTopRightRadius borderBottomLeftRadius borderBottomRightRadius',
  shadows: 'boxShadow:shadow',
  fontSizes: 'fontSize',
  fontWeights: 'fontWeight',
  fonts: 'fontFamily',
  zIndex: 'zIndex',
};

const plain = 'position:pos flexDirection:flexDir overflowX overflowY';

function utilitiesOf(): Utilities {
  const utilities: Utilities = {};
  const add = (row: string, values?: TokenCategory) => {
    for (const entry of row.split(' ')) {
      const [property = '', shorthands] = entry.split(':');
      utilities[property] = { values, shorthand: shorthands?.split(',') ?? [] };
    }
  };
  for (const [scale, row] of Object.entries(scales)) add(row ?? '', scale as TokenCategory);
  add(plain);
  utilities.boxSize = { values: 'sizes', transform: (value: string) => ({ width: value, height: value }) };
  utilities.truncate = {
    values: { type: 'boolean' },
    transform: (value: boolean) =>
      value ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', overflowWrap: 'normal' } : {},
  };
  return utilities;
}

export const system = createSystem(
  defineConfig({
    preflight: false,
    cssVarsPrefix: 'r',
    conditions: {
      hover: ['@media (hover: hover)', '&:hover:not(:disabled, [aria-disabled=true])'],
      active: '&:active:not(:disabled, [aria-disabled=true])',
      focus: '&:focus',
      focusVisible: '&:focus-visible',
      focusWithin: '&:focus-within',
      disabled: '&:is(:disabled, [aria-disabled=true])',
      invalid: '&[aria-invalid=true]',
      checked: '&:is(:checked, [aria-checked=true])',
      pressed: '&[aria-pressed=true]',
      selected: '&[aria-selected=true]',
      expanded: '&[aria-expanded=true]',
      currentPage: '&[aria-current=page]',
      before: '&::before',
      after: '&::after',
      placeholder: '&::placeholder',
      first: '&:first-of-type',
      last: '&:last-of-type',
      open: '&[open]',
      backdrop: '&::backdrop',
      motionReduce: '@media (prefers-reduced-motion: reduce)',
      landscape: '@media (orientation: landscape)',
      print: '@media print',
    },
    theme: {
      breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
      tokens: {
        colors: tokensOf([
          ...colors.map((name): [string, string] => [name, `var(--c-${name})`]),
          ['transparent', 'transparent'],
          ['current', 'currentColor'],
        ]),
        spacing,
        sizes: {
          ...spacing,
          ...tokensOf([
            ['full', '100%'],
            ['screen', '100dvh'],
            ['min', 'min-content'],
            ['max', 'max-content'],
            ['control', 'var(--control-h)'],
            ['row', 'var(--row-h)'],
            ['phone', '26rem'],
            ['page', '42rem'],
          ]),
        },
        radii: tokensOf([
          ['none', '0'],
          ['small', 'var(--radius-small)'],
          ['card', 'var(--radius)'],
          ['full', '9999px'],
        ]),
        shadows: tokensOf([['card', 'var(--shadow)']]),
        fontSizes: tokensOf([
          ['tiny', '0.75rem'],
          ['small', 'var(--fs-small)'],
          ['body', 'var(--fs-body)'],
          ['lead', 'var(--fs-lead)'],
          ['title', 'var(--fs-title)'],
          ['figure', '1.625rem'],
          ['display', '2rem'],
        ]),
        fontWeights: { normal: { value: 400 }, medium: { value: 500 }, bold: { value: 620 } },
        zIndex: { bar: { value: 10 }, overlay: { value: 30 } },
      },
    },
    utilities: utilitiesOf(),
  }),
);
