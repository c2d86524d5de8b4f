/**
 * The words of the screens in the user's language. The English sentence is its own key, so English needs no catalogue and
 * costs a phone nothing; another language is one chunk, loaded before the first frame. Call these while something is
 * drawn or said, never at the top of a module: the catalogue may not be there yet.
 */

/** A translation: a sentence, or its two forms for a count. `{name}` stands for a value in both languages. */
export type Message = string | readonly [one: string, other: string];
export type Catalogue = Readonly<Record<string, Message>>;
export type Values = Readonly<Record<string, string | number>>;

let language = 'en';
let catalogue: Catalogue = {};
/** Sentences that were looked for already: a list asks for the same few with every row. */
const heard = new Map<string, string>();
let plural = new Intl.PluralRules('en');

/** The language of the page as a BCP 47 tag; dates and numbers keep India's form in every language. */
export const currentLanguage = (): string => language;

/** Puts a language on the page. Call it before the first frame: what is drawn already stays as it is. */
export function speak(tag: string, messages: Catalogue): void {
  language = tag;
  catalogue = messages;
  heard.clear();
  plural = new Intl.PluralRules(tag);
}

/** Adds the words of another area of the same language, when its screens are first shown. */
export function addWords(messages: Catalogue): void {
  catalogue = { ...catalogue, ...messages };
  heard.clear();
}

/** Counts are read with India's commas; what is a name, as a pincode or a year, is given as a text. */
const fill = (text: string, values: Values | undefined): string =>
  values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] ?? whole).toLocaleString('en-IN')) : text;

/** The sentence in the user's language; `{name}` is filled from `values`. Without a translation it stays English. */
export function t(source: string, values?: Values): string {
  const found = catalogue[source];
  return fill(typeof found === 'string' ? found : (found?.[1] ?? source), values);
}

/** A sentence with a count: `tn(n, '{n} loan', '{n} loans')`; `{n}` is the count. A catalogue keys it by `other`. */
export function tn(count: number, one: string, other: string, values?: Values): string {
  const found = catalogue[other];
  const [single, many] = found === undefined ? [one, other] : typeof found === 'string' ? [found, found] : found;
  return fill(plural.select(count) === 'one' ? single : many, { n: count, ...values });
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/**
 * A sentence that core, the engine or the server has made, its values already in it. A key that begins
 * with `~` stands for every sentence of its form. Unknown sentences stay as they are.
 */
export function said(sentence: string): string {
  const found = catalogue[sentence] ?? heard.get(sentence);
  if (typeof found === 'string') return found;
  const translated = formOf(sentence);
  if (heard.size > 500) heard.clear();
  heard.set(sentence, translated);
  return translated;
}

function formOf(sentence: string): string {
  for (const [key, message] of Object.entries(catalogue)) {
    if (key[0] !== '~' || typeof message !== 'string') continue;
    const form = escaped(key.slice(1)).replace(/\{(\w+)\}/g, '(?<$1>.+)');
    const fits = new RegExp(`^${form}$`).exec(sentence);
    if (fits) return fill(message, fits.groups);
  }
  return sentence;
}
