/**
 * Turns our style props and recipes into plain style objects for Chakra's factory. Chakra's own engine does the same
 * from a token dictionary; it costs 13 kB gzip on a phone's first paint and a good part of its first hundred
 * milliseconds, so this one knows only what `system.ts` names.
 */

export type StyleValue = string | number | boolean | null | undefined | StyleObject | readonly StyleValue[];
export interface StyleObject {
  [key: string]: StyleValue;
}

export interface StyleNames {
  /** `padding` → the scale its values come from and how to read a value in it. */
  scales: ReadonlyMap<string, (value: string | number) => string | number>;
  /** `p` → `padding`; `boxSize` → several. */
  shorthands: ReadonlyMap<string, readonly string[]>;
  /** `_hover` → where its styles go, from the outside in. */
  conditions: ReadonlyMap<string, readonly string[]>;
  /** `md` → its media query; in rising order. */
  breakpoints: ReadonlyMap<string, string>;
  /** Properties that stand for a whole object, such as `truncate`. */
  bundles: ReadonlyMap<string, StyleObject>;
}

interface Recipe {
  base?: StyleObject;
  variants?: Record<string, Record<string, StyleObject>>;
  defaultVariants?: Record<string, unknown>;
}
type Selection = Record<string, unknown>;
type RecipeFn = ((selection: Selection) => StyleObject) & {
  __cva__: true;
  variantKeys: string[];
  config: Recipe;
  merge(other: { config?: Recipe } & Recipe): RecipeFn;
};

const isObject = (value: StyleValue): value is StyleObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Later wins; nested objects are merged. */
function merge(target: StyleObject, source: StyleObject | undefined): StyleObject {
  for (const [key, value] of Object.entries(source ?? {})) {
    const held = target[key];
    if (value === undefined) continue;
    if (isObject(held) && isObject(value)) merge(held, value);
    else target[key] = isObject(value) ? merge({}, value) : value;
  }
  return target;
}

export function createStyleEngine(names: StyleNames) {
  const { scales, shorthands, conditions, breakpoints, bundles } = names;
  const done = new WeakSet<StyleObject>();

  function into(target: StyleObject, path: readonly string[]): StyleObject {
    let at = target;
    for (const step of path) {
      const held = at[step];
      const next: StyleObject = isObject(held) ? held : {};
      at[step] = next;
      at = next;
    }
    return at;
  }

  /** Writes `style` into `out`, plain properties before what depends on a condition. */
  function write(style: StyleObject, out: StyleObject): void {
    const later: [path: readonly string[], style: StyleObject][] = [];
    for (const [key, value] of Object.entries(style)) {
      if (value === null || value === undefined || value === false) continue;
      const condition = conditions.get(key) ?? (/[&@]/.test(key) ? [key] : undefined);
      if (condition) {
        if (isObject(value)) later.push([condition, value]);
        continue;
      }
      const bundle = bundles.get(key);
      if (bundle) {
        merge(out, bundle);
        continue;
      }
      for (const property of shorthands.get(key) ?? [key]) {
        if (!isObject(value)) {
          const read = scales.get(property);
          out[property] = read && (typeof value === 'string' || typeof value === 'number') ? read(value) : value;
          continue;
        }
        // A value for each breakpoint or condition: { base: '4', md: '8', _hover: … }
        if (value.base !== undefined) write({ [property]: value.base }, out);
        for (const [name, query] of breakpoints)
          if (value[name] !== undefined) later.push([[query], { [property]: value[name] }]);
        for (const [name, inner] of Object.entries(value)) {
          const path = conditions.get(name);
          if (path) later.push([path, { [property]: inner }]);
        }
      }
    }
    for (const [path, inner] of later) write(inner, into(out, path));
  }

  function resolve(style: StyleObject): StyleObject {
    if (done.has(style)) return style;
    const out: StyleObject = {};
    write(style, out);
    done.add(out);
    return out;
  }

  function css(...styles: (StyleObject | undefined)[]): StyleObject {
    const given = styles.filter((style) => style && Object.keys(style).length > 0).map((style) => resolve(style ?? {}));
    const [only] = given;
    if (given.length === 1 && only) return only;
    const merged = given.reduce<StyleObject>((sum, style) => merge(sum, style), {});
    done.add(merged);
    return merged;
  }

  /** A recipe's styles live in their own cascade layer, so that style props always win over them. */
  function cva(config: Recipe = {}): RecipeFn {
    const variants = config.variants ?? {};
    const variantKeys = Object.keys(variants);
    const known = new Map<string, StyleObject>();
    const recipe = (selection: Selection): StyleObject => {
      const chosen = variantKeys.map((key) => selection[key] ?? config.defaultVariants?.[key]);
      const id = chosen.join('|');
      const kept = known.get(id);
      if (kept) return kept;
      const styles = resolve(config.base ?? {});
      const picked = variantKeys.map((key, index) => resolve(variants[key]?.[String(chosen[index])] ?? {}));
      const made = { '@layer recipes': [styles, ...picked].reduce<StyleObject>((sum, style) => merge(sum, style), {}) };
      done.add(made);
      known.set(id, made);
      return made;
    };
    return Object.assign(recipe, {
      __cva__: true as const,
      variantKeys,
      config,
      merge(other: { config?: Recipe } & Recipe): RecipeFn {
        const more = other.config ?? other;
        return cva({
          base: merge(merge({}, config.base), more.base),
          variants: merge(merge({}, variants as StyleObject), more.variants as StyleObject) as Recipe['variants'],
          defaultVariants: { ...config.defaultVariants, ...more.defaultVariants },
        });
      },
    });
  }

  return { css, cva };
}
