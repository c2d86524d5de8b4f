/**
 * Takes the picture that the next cold start shows first: the HTML of a screen as it stands, and only those CSS rules
 * that apply to it. What comes out holds personal data and must be sealed before it is stored.
 */
import { saveFirstScreen } from '../offline/first-screen';

/** Screens above this are not worth preparing: parsing them would cost more than it saves. */
const MAX_HTML = 120_000;
const DYNAMIC = /:(hover|focus|focus-visible|focus-within|active|target|visited|autofill)\b/;
const PSEUDO_ELEMENTS =
  /::?(before|after|placeholder|marker|selection|backdrop|file-selector-button|-[\w-]+)(\([^)]*\))?/g;

export interface Picture {
  html: string;
  css: string;
}

function applies(selector: string, page: Document): boolean {
  if (DYNAMIC.test(selector)) return false;
  const plain = selector.replace(PSEUDO_ELEMENTS, '').replace(/(^|[\s>+~,(])(?=[\s>+~,)]|$)/g, '$1*');
  try {
    return page.querySelector(plain) !== null;
  } catch {
    // A selector this browser cannot search by: keep the rule rather than lose it.
    return true;
  }
}

/** The text of the rules that apply to the page right now; keyframes and rules for states are left out. */
export function applyingRules(rules: Iterable<CSSRule>, page: Document): string {
  let css = '';
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const selectors = rule.selectorText.split(/,(?![^(]*\))/).filter((selector) => applies(selector.trim(), page));
      if (selectors.length && rule.style.length) css += `${selectors.join(',')}{${rule.style.cssText}}`;
    } else if (rule instanceof CSSMediaRule) {
      if (matchMedia(rule.conditionText).matches) css += applyingRules(rule.cssRules, page);
    } else if (rule instanceof CSSKeyframesRule) {
      // Nothing moves in a picture.
    } else if ('cssRules' in rule) {
      const inner = applyingRules(rule.cssRules as CSSRuleList, page);
      const prelude = rule.cssText.slice(0, rule.cssText.indexOf('{')).trim();
      if (inner) css += `${prelude}{${inner}}`;
    } else {
      css += rule.cssText;
    }
  }
  return css;
}

/** Drops custom properties that nothing in `css` or `html` reads, directly or through another one. */
export function withoutUnusedProperties(css: string, html: string): string {
  const declared = /(--[\w-]+):([^;}]*);?/g;
  const reads = (text: string) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map((match) => match[1] ?? '');
  const values = new Map<string, string[]>();
  for (const [, name = '', value = ''] of css.matchAll(declared))
    values.set(name, [...(values.get(name) ?? []), value]);
  const used = new Set<string>();
  const open = [...reads(css.replace(declared, '')), ...reads(html)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    for (const value of values.get(name) ?? []) open.push(...reads(value));
  }
  return css
    .replace(declared, (declaration, name: string) => (used.has(name) ? declaration : ''))
    .replace(/[^{};]+\{\s*\}/g, '');
}

/** The screen inside `root`, or undefined when there is nothing worth keeping. What is typed in fields is not kept. */
export function takePicture(root: HTMLElement, page: Document = document): Picture | undefined {
  const copy = root.cloneNode(true) as HTMLElement;
  const rows = root.querySelectorAll('li');
  // Both lists are taken before anything is removed, so that they run in step.
  for (const [index, row] of [...copy.querySelectorAll('li')].entries())
    if ((rows[index]?.getBoundingClientRect().top ?? 0) > innerHeight) row.remove();
  for (const element of copy.querySelectorAll('script, iframe, object, embed, dialog, [data-not-in-picture]'))
    element.remove();
  // Blob addresses die with the page that made them.
  for (const image of copy.querySelectorAll('img[src^="blob:"]')) image.removeAttribute('src');
  const html = copy.innerHTML;
  if (!html || html.length > MAX_HTML) return undefined;
  let css = '';
  for (const sheet of page.styleSheets) {
    // What vite.config.ts wrote into the page itself is there before the picture is.
    const owner = sheet.ownerNode;
    if (!(owner instanceof Element && owner.hasAttribute('data-page-style')))
      css += applyingRules(sheet.cssRules, page);
  }
  return { html, css: withoutUnusedProperties(css, html) };
}

/** A screen counts as at rest when nothing in it has changed for so long. */
const AT_REST_MS = 1200;

/**
 * Keeps the picture of every screen that carries `data-screen-ready`, sealed, whenever it has come to rest at its top:
 * what the next cold start of that path paints first. Answers the way to stop.
 */
export function keepFirstScreens(root: HTMLElement, build: string, page: Document = document): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const idle =
    typeof requestIdleCallback === 'function' ? requestIdleCallback : (work: () => void) => setTimeout(work, 0);
  const keep = async () => {
    const ready = root.querySelector('[data-screen-ready]');
    // Scrolled, filtered or covered by a dialog: not what a start shows.
    if (
      !ready ||
      scrollY > 0 ||
      !/^(\?source=\w+)?$/.test(location.search) ||
      page.querySelector('dialog[open], [aria-modal="true"]')
    )
      return;
    const picture = takePicture(root, page);
    if (!picture || last === location.pathname + picture.html) return;
    last = location.pathname + picture.html;
    const { className, style } = page.documentElement;
    await saveFirstScreen({
      route: location.pathname,
      build,
      ...picture,
      htmlClass: className,
      htmlStyle: style.cssText,
    });
  };
  const later = () => {
    clearTimeout(timer);
    // A picture that cannot be kept (no space, locked meanwhile) only makes the next start slower.
    timer = setTimeout(() => idle(() => void keep().catch(() => undefined)), AT_REST_MS);
  };
  const watch = new MutationObserver(later);
  watch.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-screen-ready'] });
  later();
  return () => {
    clearTimeout(timer);
    watch.disconnect();
  };
}
