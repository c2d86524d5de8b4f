import { describe, expect, it } from 'vitest';
import { amountSpelled } from './amount-spelled';
import { LETTER_LANGUAGES } from './letter-words';

describe('an amount in words', () => {
  it.each([
    ['en', 60_000_00, 'Rupees Sixty Thousand Only'],
    ['en', 1_23_456_75, 'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty Six and Paise Seventy Five Only'],
    ['en', 12_34_00_00_000_00, 'Rupees One Thousand Two Hundred Thirty Four Crore Only'],
    ['en', 0, 'Rupees Zero Only'],
    ['en', 50, 'Rupees Zero and Paise Fifty Only'],
    ['hi', 1_23_456_75, 'एक लाख तेईस हज़ार चार सौ छप्पन रुपये और पचहत्तर पैसे मात्र'],
    ['mr', 100_00, 'शंभर रुपये फक्त'],
    ['mr', 101_00, 'एकशे एक रुपये फक्त'],
    ['ta', 1_23_456_00, 'ஒரு லட்சத்து இருபத்தி மூன்று ஆயிரத்து நானூற்று ஐம்பத்தி ஆறு ரூபாய் மட்டும்'],
    ['ta', 60_000_00, 'அறுபது ஆயிரம் ரூபாய் மட்டும்'],
    ['te', 60_000_00, 'అరవై వేల రూపాయలు మాత్రమే'],
    ['te', 1_101_00, 'వెయ్యి నూట ఒకటి రూపాయలు మాత్రమే'],
    ['kn', 2_00_250_00, 'ಎರಡು ಲಕ್ಷದ ಇನ್ನೂರ ಐವತ್ತು ರೂಪಾಯಿಗಳು ಮಾತ್ರ'],
    ['ml', 1_900_00, 'ആയിരത്തി തൊള്ളായിരം രൂപ മാത്രം'],
    ['bn', 1_50_000_00, 'এক লক্ষ পঞ্চাশ হাজার টাকা মাত্র'],
    ['gu', 60_200_00, 'સાઠ હજાર બસો રૂપિયા પૂરા'],
  ] as const)('%s %i', (language, paise, said) => {
    expect(amountSpelled(paise, language)).toBe(said);
  });

  it.each(LETTER_LANGUAGES)('says each amount in words of its own, without digits or gaps: %s', (language) => {
    const said = new Set<string>();
    for (let rupees = 0; rupees < 1000; rupees += 1) said.add(amountSpelled(rupees * 100, language));
    for (let power = 3; power < 11; power += 1)
      for (let count = 1; count < 10; count += 1) said.add(amountSpelled(count * 10 ** power * 100, language));
    expect(said.size).toBe(1000 + 8 * 9);
    for (const text of said) expect(text).not.toMatch(/\d|\{| {2}|undefined|^ | $/);
  });
});
