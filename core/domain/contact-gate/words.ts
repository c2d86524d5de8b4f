/** Fills a sentence's `{values}`, for answers of the server; screens translate the sentence first. */
export const sentence = (words: string, values: Record<string, string | number>): string =>
  words.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole)).trim();
