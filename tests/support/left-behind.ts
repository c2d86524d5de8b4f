/** What a file of screen tests left in the document that it shares with the next one, in words. */
export function leftBehind(parts: Iterable<Pick<Element, 'localName' | 'id'>>, fakeTimers: boolean): string[] {
  const names = [...parts].map(({ localName, id }) => `<${localName}${id && ` id="${id}"`}>`);
  return [...names, ...(fakeTimers ? ['fake timers'] : [])];
}
