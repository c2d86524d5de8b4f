/** Loan numbers out of a pasted text: one a line, or separated by commas, semicolons, tabs; each once, in their order. */
export const loanNumbersOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r,;\t]+/)
      .map((part) => part.trim())
      .filter((part) => part !== '' && part.length <= 64),
  ),
];
