/** What is compared of a header: letters of any script and digits, without case. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
