import { describe, expect, it } from 'vitest';
import { createStyleEngine } from './style-engine';

const rem = (value: string | number) => (/^\d+$/.test(String(value)) ? `${Number(value) / 4}rem` : value);
const { css, cva } = createStyleEngine({
  scales: new Map([
    ['padding', rem],
    ['paddingInline', rem],
    ['width', rem],
    ['height', rem],
    ['color', (value) => (value === 'ink' ? 'var(--c-ink)' : value)],
  ]),
  shorthands: new Map([
    ['p', ['padding']],
    ['px', ['paddingInline']],
    ['boxSize', ['width', 'height']],
  ]),
  conditions: new Map([['_hover', ['@media (hover: hover)', '&:hover']]]),
  breakpoints: new Map([
    ['md', '@media (min-width: 768px)'],
    ['xl', '@media (min-width: 1280px)'],
  ]),
  bundles: new Map([['truncate', { overflow: 'hidden', textOverflow: 'ellipsis' }]]),
});

describe('css', () => {
  it.each([
    [{ p: '4' }, { padding: '1rem' }],
    [{ p: 4 }, { padding: '1rem' }],
    [{ boxSize: '8' }, { width: '2rem', height: '2rem' }],
    [{ color: 'ink' }, { color: 'var(--c-ink)' }],
    [{ color: 'rebeccapurple' }, { color: 'rebeccapurple' }],
    [
      { lineHeight: 1.2, opacity: 0 },
      { lineHeight: 1.2, opacity: 0 },
    ],
    [{ p: undefined, color: null, px: false }, {}],
    [{ truncate: true }, { overflow: 'hidden', textOverflow: 'ellipsis' }],
    [{ truncate: false }, {}],
    [{ _hover: { color: 'ink' } }, { '@media (hover: hover)': { '&:hover': { color: 'var(--c-ink)' } } }],
    [
      { color: { base: 'ink', _hover: 'red' } },
      { color: 'var(--c-ink)', '@media (hover: hover)': { '&:hover': { color: 'red' } } },
    ],
    [{ '& > li': { p: '2' } }, { '& > li': { padding: '0.5rem' } }],
  ])('%j', (given, made) => {
    expect(css(given)).toEqual(made);
  });

  it('puts breakpoints in rising order after the plain properties, however they were written', () => {
    const made = css({ p: { xl: '8', base: '1', md: '4' }, color: 'ink' });
    expect(Object.keys(made)).toEqual(['padding', 'color', '@media (min-width: 768px)', '@media (min-width: 1280px)']);
  });

  it('lets the later style win, and merges what depends on a condition', () => {
    expect(css({ p: '1', _hover: { color: 'red' } }, { padding: '2', _hover: { p: '3' } })).toEqual({
      padding: '0.5rem',
      '@media (hover: hover)': { '&:hover': { color: 'red', padding: '0.75rem' } },
    });
  });

  it('leaves what it was given as it was, so that a constant can be used twice', () => {
    const shared = Object.freeze({ _hover: Object.freeze({ color: 'red' }) });
    css(shared, { _hover: { color: 'ink' } });
    expect(css(shared)).toEqual({ '@media (hover: hover)': { '&:hover': { color: 'red' } } });
  });
});

describe('recipes', () => {
  const recipe = cva({
    base: { p: '1' },
    variants: { look: { loud: { color: 'red' }, quiet: { color: 'ink' } }, wide: { true: { width: '4' } } },
    defaultVariants: { look: 'quiet' },
  });
  const inLayer = (styles: object) => ({ '@layer recipes': styles });

  it.each([
    [{}, { padding: '0.25rem', color: 'var(--c-ink)' }],
    [{ look: 'loud' }, { padding: '0.25rem', color: 'red' }],
    [
      { look: 'loud', wide: true },
      { padding: '0.25rem', color: 'red', width: '1rem' },
    ],
    [{ wide: false }, { padding: '0.25rem', color: 'var(--c-ink)' }],
    [{ look: 'unknown' }, { padding: '0.25rem' }],
  ])('%j', (selection, made) => {
    expect(recipe(selection)).toEqual(inLayer(made));
  });

  it('stand under style props: their layer is outside of what a prop says', () => {
    expect(css(recipe({}), { p: '2' })).toEqual({
      ...inLayer({ padding: '0.25rem', color: 'var(--c-ink)' }),
      padding: '0.5rem',
    });
  });

  it('extend each other without changing the first', () => {
    const more = recipe.merge({ base: { p: '2' }, variants: { look: { loud: { opacity: 1 } } } });
    expect(more({ look: 'loud' })).toEqual(inLayer({ padding: '0.5rem', color: 'red', opacity: 1 }));
    expect(recipe({ look: 'loud' })).toEqual(inLayer({ padding: '0.25rem', color: 'red' }));
  });
});
