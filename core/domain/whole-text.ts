/**
 * Text as a database can hold it: NUL and half surrogate pairs (an emoji cut by a length limit, a bad paste) are taken
 * out of every string of `value`, at any depth. The server refuses them, and nobody can see them on a screen.
 */
export function wholeText<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/\0|\p{Surrogate}/gu, '') as T & string;
  if (Array.isArray(value)) return value.map(wholeText) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wholeText(inner)])) as T & object;
}
