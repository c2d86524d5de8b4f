/** What a column of a file of suppressions may become. A row may name several of whom it is about: each becomes an entry of its own. */

export const SUPPRESSION_FIELDS = {
  'suppressed.loan': { label: 'Suppressed loan number', group: 'whom', type: 'key', max: 64 },
  'suppressed.phone': { label: 'Suppressed phone number', group: 'whom', type: 'mobile' },
  'suppressed.pan': { label: 'Suppressed PAN', group: 'whom', type: 'pan' },
  'suppressed.email': { label: 'Suppressed e-mail', group: 'whom', type: 'email' },
  'suppressed.portfolio': { label: 'Only in the portfolio', group: 'terms', type: 'text', max: 120 },
  'suppressed.channels': { label: 'Only on the channels', group: 'terms', type: 'channels' },
  'suppressed.reason': { label: 'Reason of the suppression', group: 'terms', type: 'suppressionReason' },
  'suppressed.note': { label: 'Note on the suppression', group: 'terms', type: 'text', max: 500 },
  'suppressed.from': { label: 'Suppressed from', group: 'terms', type: 'day' },
  'suppressed.until': { label: 'Suppressed until (last day)', group: 'terms', type: 'day' },
} as const;
export type SuppressionFieldId = keyof typeof SUPPRESSION_FIELDS;

/** Of whom a row is about, by the kind of entry that it becomes; one of them has to be mapped. */
export const WHOM = {
  loan: 'suppressed.loan',
  phone: 'suppressed.phone',
  pan: 'suppressed.pan',
  email: 'suppressed.email',
} as const satisfies Record<string, SuppressionFieldId>;

/** Fields of loans under whose headers lists of suppressions name the same. */
export const SAME_AS_LOAN: Readonly<Record<string, SuppressionFieldId>> = {
  loanNumber: 'suppressed.loan',
  phone1: 'suppressed.phone',
  pan: 'suppressed.pan',
  email: 'suppressed.email',
  portfolio: 'suppressed.portfolio',
};

export const SUPPRESSION_SYNONYMS: Readonly<Partial<Record<SuppressionFieldId, readonly string[]>>> = {
  'suppressed.channels': ['channel', 'channels', 'mode', 'contact mode', 'blocked channels', 'चैनल', 'माध्यम'],
  'suppressed.reason': ['reason', 'suppression reason', 'block reason', 'dnc reason', 'कारण'],
  'suppressed.note': ['note', 'notes', 'remark', 'remarks', 'comment', 'टिप्पणी'],
  'suppressed.from': ['from', 'from date', 'start date', 'effective from', 'suppressed from', 'valid from', 'से'],
  'suppressed.until': ['until', 'till', 'to date', 'end date', 'last day', 'valid till', 'expiry', 'expiry date', 'तक'],
};

const REASONS: [string, RegExp][] = [
  ['deceased', /decea|dead|death|expired|मृत/i],
  ['bereavement', /bereav|शोक/i],
  ['do-not-call', /d\s*n\s*[cd]|do[\s-]*not|don.?t call|opt.?out|stop/i],
  ['settled', /settle/i],
  ['paid', /paid|payment|clos|foreclos|भुगतान/i],
  ['dispute', /disput|विवाद/i],
  ['legal', /legal|court|litig|advocate|कानून/i],
  ['calamity', /calam|flood|disaster|cyclone|earthquake|आपदा/i],
  ['complaint', /complain|ombuds|शिकायत/i],
  ['other', /other|misc|अन्य/i],
];
const CHANNELS: [string, RegExp][] = [
  ['whatsapp', /whats\s*app|wa\b/i],
  ['sms', /sms|text|message/i],
  ['visit', /visit|field|home/i],
  ['letter', /letter|post|notice/i],
  ['call', /call|phone|voice|tele\b/i],
];

/** A reason of the suppression list; undefined when the words are of none. */
export const reasonOfCell = (cell: string): string | undefined => REASONS.find(([, words]) => words.test(cell))?.[0];

/** Channels as their ids with commas between; empty for all; undefined when a word is none. */
export function channelsOfCell(cell: string): string | undefined {
  const found = new Set<string>();
  for (const word of cell.split(/[,;|/&+]|\band\b/i)) {
    if (word.trim() === '') continue;
    if (/^\s*(all|every|any|सभी)/i.test(word)) return '';
    const channel = CHANNELS.find(([, words]) => words.test(word))?.[0];
    if (!channel) return undefined;
    found.add(channel);
  }
  return [...found].sort().join(',');
}
