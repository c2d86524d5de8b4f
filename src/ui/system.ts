/**
 * Our system for Chakra's factory: names for the variables of theme.css, spacing in steps of 4 px, and the property
 * shorthands in use. The default system would cost 90 kB gzip on a phone's first paint.
 *
 * Shorthands: p* m* (px, py, mx, my …), w h minW maxW minH maxH boxSize, bg, rounded, shadow, pos, insetX …,
 * flexDir, truncate. Responsive values `{ base, sm, md, lg, xl }`; conditions `_hover`, `_focusVisible`, `_disabled` ….
 * Everything else is plain CSS.
 */
import type { SystemContext } from '@chakra-ui/react';
import { createStyleEngine } from './style-engine';

type Read = (value: string | number) => string | number;

/** A named value, or a number of 4 px steps (in rem, so that it grows with the user's text size), or plain CSS. */
const steps =
  (named: Record<string, string> = {}): Read =>
  (value) =>
    named[value] ?? (/^-?\d*\.?\d+$/.test(String(value)) ? `${Number(value) / 4}rem` : value);
const named =
  (values: Record<string, string | number>): Read =>
  (value) =>
    values[value] ?? value;

const COLORS = new Set(
  'canvas surface sunken line control ink muted accent accent-strong on-accent accent-soft accent-ink focus paid paid-soft paid-solid promise promise-soft warn warn-soft danger danger-soft danger-solid blocked blocked-soft blocked-line bucket1 bucket1-soft bucket2 bucket2-soft bucket3 bucket3-soft bucket4 bucket4-soft bucket5 bucket5-soft bucket6 bucket6-soft'.split(
    ' ',
  ),
);

/** One row a scale: how its values are read, and `property:shorthand,shorthand`. */
const rows: [read: Read, properties: string][] = [
  [
    (value) => (COLORS.has(String(value)) ? `var(--c-${value})` : value === 'current' ? 'currentColor' : value),
    'background:bg backgroundColor:bgColor color fill stroke borderColor borderTopColor borderBottomColor borderInlineStartColor borderInlineEndColor outlineColor accentColor caretColor',
  ],
  [
    steps(),
    'padding:p paddingTop:pt paddingBottom:pb paddingInline:px,paddingX paddingBlock:py,paddingY paddingInlineStart:ps paddingInlineEnd:pe paddingLeft:pl paddingRight:pr margin:m marginTop:mt marginBottom:mb marginInline:mx,marginX marginBlock:my,marginY marginInlineStart:ms marginInlineEnd:me marginLeft:ml marginRight:mr gap rowGap columnGap inset insetInline:insetX insetBlock:insetY insetInlineStart:insetStart insetInlineEnd:insetEnd top bottom left right scrollMarginTop',
  ],
  [
    steps({
      full: '100%',
      screen: '100dvh',
      min: 'min-content',
      max: 'max-content',
      control: 'var(--control-h)',
      row: 'var(--row-h)',
      phone: '26rem',
      page: '42rem',
    }),
    'width:w height:h minWidth:minW maxWidth:maxW minHeight:minH maxHeight:maxH flexBasis inlineSize blockSize',
  ],
  [
    named({ none: '0', small: 'var(--radius-small)', card: 'var(--radius)', full: '9999px' }),
    'borderRadius:rounded borderTopLeftRadius borderTopRightRadius borderBottomLeftRadius borderBottomRightRadius',
  ],
  [named({ card: 'var(--shadow)' }), 'boxShadow:shadow'],
  [
    named({
      tiny: '0.75rem',
      small: 'var(--fs-small)',
      body: 'var(--fs-body)',
      lead: 'var(--fs-lead)',
      title: 'var(--fs-title)',
      figure: '1.625rem',
      display: '2rem',
    }),
    'fontSize',
  ],
  [named({ normal: 400, medium: 500, bold: 620 }), 'fontWeight'],
  [named({ bar: 10, overlay: 30 }), 'zIndex'],
];

const shorthands = new Map<string, string[]>([
  ['pos', ['position']],
  ['flexDir', ['flexDirection']],
  ['boxSize', ['width', 'height']],
]);
const scales = new Map<string, Read>();
for (const [read, properties] of rows)
  for (const entry of properties.split(' ')) {
    const [property = '', short] = entry.split(':');
    scales.set(property, read);
    for (const name of short?.split(',') ?? []) shorthands.set(name, [property]);
  }

const conditions = new Map<string, string[]>([
  ['_hover', ['@media (hover: hover)', '&:hover:not(:disabled, [aria-disabled=true])']],
  ['_active', ['&:active:not(:disabled, [aria-disabled=true])']],
  ['_focus', ['&:focus']],
  ['_focusVisible', ['&:focus-visible']],
  ['_focusWithin', ['&:focus-within']],
  ['_disabled', ['&:is(:disabled, [aria-disabled=true])']],
  ['_invalid', ['&[aria-invalid=true]']],
  ['_checked', ['&:is(:checked, [aria-checked=true])']],
  ['_pressed', ['&[aria-pressed=true]']],
  ['_selected', ['&[aria-selected=true]']],
  ['_expanded', ['&[aria-expanded=true]']],
  ['_currentPage', ['&[aria-current=page]']],
  ['_before', ['&::before']],
  ['_after', ['&::after']],
  ['_placeholder', ['&::placeholder']],
  ['_first', ['&:first-of-type']],
  ['_last', ['&:last-of-type']],
  ['_open', ['&[open]']],
  ['_backdrop', ['&::backdrop']],
  ['_motionReduce', ['@media (prefers-reduced-motion: reduce)']],
  ['_landscape', ['@media (orientation: landscape)']],
  ['_print', ['@media print']],
]);

const breakpoints = new Map([
  ['sm', '@media (min-width: 480px)'],
  ['md', '@media (min-width: 768px)'],
  ['lg', '@media (min-width: 1024px)'],
  ['xl', '@media (min-width: 1280px)'],
]);

const bundles = new Map([
  ['truncate', { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', overflowWrap: 'normal' }],
]);

/** Attributes that browsers also list among their style properties (descriptors of @font-face, @page and the like). */
const ATTRIBUTES = new Set(['src', 'size', 'content', 'page', 'length', 'item', 'types', 'range', 'translate']);

const isValidProperty = (prop: string): boolean =>
  prop === 'css' ||
  scales.has(prop) ||
  shorthands.has(prop) ||
  conditions.has(prop) ||
  bundles.has(prop) ||
  (prop in document.documentElement.style && !ATTRIBUTES.has(prop));

/**
 * What Chakra's factory and provider read of a system, no more; slot recipes and the token API are not offered. The
 * reset and the variables stand in theme.css, outside of any script.
 */
export const system = {
  _config: { disableLayers: true },
  _global: [],
  isValidProperty,
  ...createStyleEngine({ scales, shorthands, conditions, breakpoints, bundles }),
} as unknown as SystemContext;
