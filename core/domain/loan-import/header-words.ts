/** Headers taken as words: what people shorten, and the commonest words of Hindi headers, stand for the whole English word. */

const WHOLE: Record<string, string> = {
  ac: 'account',
  acc: 'account',
  acct: 'account',
  add: 'address',
  addr: 'address',
  alt: 'alternate',
  alternative: 'alternate',
  amnt: 'amount',
  amt: 'amount',
  aging: 'ageing',
  bal: 'balance',
  bkt: 'bucket',
  cd: 'code',
  contactno: 'contact',
  curr: 'current',
  cust: 'customer',
  disb: 'disbursement',
  disbursal: 'disbursement',
  disbursed: 'disbursement',
  dt: 'date',
  inst: 'installment',
  instal: 'installment',
  instalment: 'installment',
  int: 'interest',
  ln: 'loan',
  mob: 'mobile',
  nbr: 'number',
  nm: 'name',
  no: 'number',
  nos: 'number',
  num: 'number',
  od: 'overdue',
  off: 'office',
  os: 'outstanding',
  perm: 'permanent',
  ph: 'phone',
  pmt: 'payment',
  pos: 'principal outstanding',
  prin: 'principal',
  princ: 'principal',
  prod: 'product',
  pymt: 'payment',
  res: 'residence',
  resi: 'residence',
  sanc: 'sanction',
  sanctioned: 'sanction',
  tel: 'phone',
  tos: 'total outstanding',
  tot: 'total',
  ttl: 'total',
  अंतिम: 'last',
  उधारकर्ता: 'borrower',
  ऋण: 'loan',
  कुल: 'total',
  किस्त: 'installment',
  क्रमांक: 'number',
  खाता: 'account',
  ग्राहक: 'customer',
  तारीख: 'date',
  तिथि: 'date',
  दिनांक: 'date',
  नंबर: 'number',
  नाम: 'name',
  पता: 'address',
  फोन: 'phone',
  बकाया: 'overdue',
  भुगतान: 'payment',
  मूलधन: 'principal',
  मोबाइल: 'mobile',
  राज्य: 'state',
  राशि: 'amount',
  लोन: 'loan',
  शहर: 'city',
  संख्या: 'number',
};
/** Say nothing of what a column is. */
const NOTHING = new Set(['of', 'the', 'in', 'is', 'rs', 'inr', 'rupees', 'का', 'की', 'के']);
/** Whose it is, or that it is one, where nothing else has the rest of the words. */
const WITHOUT = [
  ['customer', 'borrower'],
  ['loan'],
  ['number'],
  ['name'],
  ['amount'],
  ['customer', 'borrower', 'number'],
];

/** The words of a header, whole and in English where they are known. */
export const headerWords = (header: string): string[] =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`](?:s\b)?/gu, '')
    .replace(/\bas on(?: date)?\b/gu, ' ')
    .replace(/\ba\s*\/\s*c\b/gu, ' account ')
    .replace(/\bo\s*\/\s*s\b/gu, ' outstanding ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => (WHOLE[word] ?? word).split(' '))
    .filter((word) => word !== '' && !NOTHING.has(word));

const inAnyOrder = (words: readonly string[]): string => [...words].sort().join(' ');

/** Finds what a header's words mean, in any order; then without words that say least. */
export class WordIndex<Id> {
  readonly #ids = new Map<string, Id>();

  /** The first id of a header stays. Hindi ones are found as they are written; as words they would say less than English ones. */
  add(header: string, id: Id): void {
    if (/\p{Script=Devanagari}/u.test(header)) return;
    const key = inAnyOrder(headerWords(header));
    if (key !== '' && !this.#ids.has(key)) this.#ids.set(key, id);
  }

  find(header: string): Id | undefined {
    const words = headerWords(header);
    const found = this.#ids.get(inAnyOrder(words));
    if (found !== undefined) return found;
    for (const without of WITHOUT) {
      const rest = words.filter((word) => !without.includes(word));
      const other = rest.length > 0 && rest.length < words.length ? this.#ids.get(inAnyOrder(rest)) : undefined;
      if (other !== undefined) return other;
    }
    return undefined;
  }
}
