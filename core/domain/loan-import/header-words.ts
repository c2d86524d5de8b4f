/** Headers taken as words: what people shorten, and the commonest words of Hindi headers, stand for the whole English word. */

const WHOLE: Record<string, string> = {
  ac: 'account',
  acc: 'account',
  acct: 'account',
  add: 'address',
  addr: 'address',
  agmt: 'agreement',
  agr: 'agreement',
  agrmt: 'agreement',
  alt: 'alternate',
  alternative: 'alternate',
  amnt: 'amount',
  amt: 'amount',
  aging: 'ageing',
  bal: 'balance',
  bkt: 'bucket',
  borr: 'borrower',
  cd: 'code',
  chg: 'charges',
  chgs: 'charges',
  chrgs: 'charges',
  contactno: 'contact',
  curr: 'current',
  cust: 'customer',
  disb: 'disbursement',
  disbursal: 'disbursement',
  disbursed: 'disbursement',
  desc: 'name',
  dist: 'district',
  dt: 'date',
  dts: 'date',
  fin: 'financed',
  guar: 'guarantor',
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
  ostd: 'outstanding',
  outs: 'outstanding',
  outst: 'outstanding',
  outstd: 'outstanding',
  perm: 'permanent',
  ph: 'phone',
  pmt: 'payment',
  pos: 'principal outstanding',
  pref: 'preference',
  prefd: 'preference',
  pri: 'primary',
  prin: 'principal',
  princ: 'principal',
  prncp: 'principal',
  prncpl: 'principal',
  prod: 'product',
  pymt: 'payment',
  rcvd: 'received',
  recd: 'received',
  reg: 'registered',
  regd: 'registered',
  res: 'residence',
  resi: 'residence',
  rsn: 'reason',
  sanc: 'sanction',
  sanctioned: 'sanction',
  scr: 'score',
  sec: 'alternate',
  secondary: 'alternate',
  stat: 'status',
  sts: 'status',
  tel: 'phone',
  tos: 'total outstanding',
  tot: 'total',
  town: 'city',
  ttl: 'total',
  // Hindi in Latin letters.
  bakaya: 'overdue',
  bhugtan: 'payment',
  byaj: 'interest',
  grahak: 'customer',
  khata: 'account',
  kisht: 'installment',
  kist: 'installment',
  kul: 'total',
  mool: 'principal',
  mooldhan: 'principal',
  naam: 'name',
  pata: 'address',
  raashi: 'amount',
  rajya: 'state',
  rashi: 'amount',
  sankhya: 'number',
  shahar: 'city',
  tarikh: 'date',
  अंतिम: 'last',
  उधारकर्ता: 'borrower',
  ऋण: 'loan',
  कुल: 'total',
  ईएमआई: 'emi',
  किस्त: 'installment',
  कोड: 'code',
  क्रमांक: 'number',
  खाता: 'account',
  ग्राहक: 'customer',
  तारीख: 'date',
  तिथि: 'date',
  दर: 'rate',
  दिन: 'days',
  दिनांक: 'date',
  देय: 'due',
  नं: 'number',
  नंबर: 'number',
  नम्बर: 'number',
  नाम: 'name',
  पता: 'address',
  पिन: 'pin',
  फोन: 'phone',
  बकाया: 'overdue',
  ब्याज: 'interest',
  भुगतान: 'payment',
  मूल: 'principal',
  मूलधन: 'principal',
  मो: 'mobile',
  मोबाइल: 'mobile',
  रकम: 'amount',
  राज्य: 'state',
  राशि: 'amount',
  लोन: 'loan',
  विलंब: 'overdue',
  शहर: 'city',
  संख्या: 'number',
};
/** A letter in brackets behind a phone. */
const WHERE = { r: 'residence', o: 'office', p: 'permanent' } as const;
/** Say nothing of what a column is. */
const NOTHING = new Set('of the in is rs inr rupees pa ka ki ke का की के में रु रुपये'.split(' '));
/** Whose it is, or that it is one, where nothing else has the rest of the words. */
const WITHOUT = [
  ['customer', 'borrower'],
  ['loan'],
  ['number'],
  ['name'],
  ['amount'],
  ['customer', 'borrower', 'number'],
];

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** On which day a figure stands, as `as on 31-10-2026`, is not what it is. */
const AS_ON = new RegExp(
  `\\bas (?:on|of|at)\\b(?:[\\s,'-]*(?:date|today|\\d[\\d./-]*(?:st|nd|rd|th)?|(?:${MONTHS})[a-z]*))*`,
  'gu',
);

/** The words of a header, whole and in English where they are known, each once. */
export const headerWords = (header: string): string[] => [
  ...new Set(
    header
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replace(/[’'`](?:s\b)?/gu, '')
      .replace(AS_ON, ' ')
      .replace(/#/g, ' number ')
      .replace(/\ba\s*\/\s*c\b/gu, ' account ')
      .replace(/\bo\s*\/\s*s\b/gu, ' outstanding ')
      .replace(/\bo\s*\/\s*d\b/gu, ' overdue ')
      .replace(/\bp\.\s?a\b/gu, ' ')
      .replace(/\((r|o|p)\)/gu, (_, of: keyof typeof WHERE) => ` ${WHERE[of]} `)
      .replace(/(\p{L})(\d)/gu, '$1 $2')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .flatMap((word) => (WHOLE[word] ?? word).split(' '))
      .filter((word) => word !== '' && !NOTHING.has(word)),
  ),
];

const inAnyOrder = (words: readonly string[]): string => [...words].sort().join(' ');

/** Finds what a header's words mean, in any order; then without words that say least; then with words that stand without a space. */
export class WordIndex<Id> {
  readonly #ids = new Map<string, Id>();
  readonly #known = new Set(Object.keys(WHOLE).filter((word) => /^[a-z]{2,}$/.test(word)));

  /** The first id of a header stays. Hindi ones are found as they are written; as words they would say less than English ones. */
  add(header: string, id: Id): void {
    if (/\p{Script=Devanagari}/u.test(header)) return;
    const words = headerWords(header);
    for (const word of words) if (/^[a-z]{3,}$/.test(word)) this.#known.add(word);
    const key = inAnyOrder(words);
    if (key !== '' && !this.#ids.has(key)) this.#ids.set(key, id);
  }

  find(header: string): Id | undefined {
    const words = headerWords(header);
    return this.#of(words) ?? this.#of(headerWords(words.map((word) => this.#apart(word) ?? word).join(' ')));
  }

  /** `custmobno` as the words that it is made of; the longest first. */
  #apart(word: string): string | undefined {
    for (let at = word.length; at >= 2; at--) {
      if (!this.#known.has(word.slice(0, at))) continue;
      if (at === word.length) return word;
      const rest = this.#apart(word.slice(at));
      if (rest !== undefined) return `${word.slice(0, at)} ${rest}`;
    }
    return undefined;
  }

  #of(words: readonly string[]): Id | undefined {
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
