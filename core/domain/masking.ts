/** Section 5: mobile numbers are masked, keeping the first two and last two digits. `9812345678` → `98••••••78`. */
export function maskMobile(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length <= 4) return '•'.repeat(digits.length);
  return `${digits.slice(0, 2)}${'•'.repeat(digits.length - 4)}${digits.slice(-2)}`;
}

/** A PAN as the book keeps it: its digits and last letter, by which a person tells two apart. `ABCPD1234F` → `XXXXX1234F`. */
export const maskPan = (pan: string): string => `XXXXX${pan.slice(5)}`;
