/** Section 5: mobile numbers are masked, keeping the first two and last two digits. `9812345678` → `98••••••78`. */
export function maskMobile(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length <= 4) return '•'.repeat(digits.length);
  return `${digits.slice(0, 2)}${'•'.repeat(digits.length - 4)}${digits.slice(-2)}`;
}
