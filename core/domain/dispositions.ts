/**
 * Disposition codes and what their class means (domain.md section 2). The **class** drives every rule; a tenant may
 * rename or add codes, so nothing may key on a code or a label. `DEFAULT_CODES` is what a new tenant starts with.
 */
export const CHANNELS = ['call', 'field'] as const;
export type Channel = (typeof CHANNELS)[number];

/** One row a class: rank (1 = best, decides "best disposition") and what the server does to the loan when it arrives. */
export const CLASSES = {
  PAID: { label: 'Paid', rank: 1, effect: 'none' },
  COLLECTED: { label: 'Collected', rank: 1, effect: 'none' },
  SETTLE: { label: 'Settlement', rank: 2, effect: 'none' },
  PTP: { label: 'Promise to pay', rank: 3, effect: 'none' },
  CALLBACK: { label: 'Call back', rank: 4, effect: 'none' },
  INABILITY: { label: 'Unable to pay', rank: 5, effect: 'none' },
  REFUSE: { label: 'Refused', rank: 6, effect: 'none' },
  DISPUTE: { label: 'Dispute', rank: 7, effect: 'dispute' },
  COMPLAINT: { label: 'Complaint', rank: 7, effect: 'pause' },
  THIRD_PARTY: { label: 'Third party', rank: 8, effect: 'none' },
  SENSITIVE: { label: 'Sensitive', rank: 8, effect: 'suppress' },
  LEGAL: { label: 'Legal', rank: 8, effect: 'legal' },
  TRACE: { label: 'Shifted / trace', rank: 9, effect: 'none' },
  ASSET: { label: 'Asset', rank: 6, effect: 'none' },
  SAFETY: { label: 'Safety', rank: 9, effect: 'alert' },
  NOT_MET: { label: 'Not met', rank: 9, effect: 'none' },
  NON_CONTACT: { label: 'No contact', rank: 9, effect: 'none' },
  INVALID: { label: 'Invalid number', rank: 10, effect: 'none' },
  DNC: { label: 'Do not contact', rank: 10, effect: 'do-not-contact' },
  SYSTEM: { label: 'System', rank: 11, effect: 'none' },
} as const satisfies Record<string, { label: string; rank: number; effect: ClassEffect }>;

/** How far a "do not contact" goes that is not about everything. */
export const CONTACT_SCOPES = ['number', 'calls', 'messages', 'visits'] as const;
export type ContactScope = (typeof CONTACT_SCOPES)[number];

export type DispositionClass = keyof typeof CLASSES;
export type ClassEffect = 'none' | 'dispute' | 'pause' | 'suppress' | 'legal' | 'alert' | 'do-not-contact';
export const DISPOSITION_CLASSES = Object.keys(CLASSES) as DispositionClass[];

/**
 * What a code can ask for. A field's name is the key in the record (core/contract/records.ts); `gps`, `place` and
 * `photo` are asked of every field code.
 */
export const REQUIREMENTS = [
  'ptp',
  'payment',
  'nextVisitOn',
  'callbackAt',
  'personMet',
  'reason',
  'until',
  'newAddress',
  'newPhone',
  'amount',
  'reference',
  'proof',
  'remarks',
  'language',
] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** One row of the tree, as the tenant stores it and the phone caches it. */
export interface DispositionCode {
  code: string;
  label: string;
  class: DispositionClass;
  channel: Channel;
  /** 1 = best outcome; ties are allowed. */
  rank: number;
  requires: Requirement[];
  /** The third level, in the tenant's words: one of them is said of a call. */
  subCodes?: string[] | undefined;
  /** False for codes that only the system sets (kept and broken promises, dropped calls). */
  selectable: boolean;
}

type Row = [code: string, label: string, requires?: Requirement[]];

const tree: { channel: Channel; class: DispositionClass; system?: boolean; rows: Row[] }[] = [
  {
    channel: 'call',
    class: 'PAID',
    rows: [
      ['FP', 'Full payment', ['amount', 'reference']],
      ['PP', 'Part payment', ['amount', 'reference']],
      ['CP', 'Claims paid', ['amount', 'reference']],
    ],
  },
  {
    channel: 'call',
    class: 'SETTLE',
    rows: [
      ['STL', 'Settlement agreed', ['amount', 'reason']],
      ['STLR', 'Settlement requested', ['amount', 'reason']],
      ['FCL', 'Foreclosure asked', ['reason']],
    ],
  },
  {
    channel: 'call',
    class: 'PTP',
    rows: [
      ['PTP', 'Promise to pay', ['ptp']],
      ['PPTP', 'Part promise', ['ptp']],
      ['PTPF', 'Promise, field pickup', ['ptp']],
      ['PTPS', 'Promise via third party', ['ptp', 'personMet']],
    ],
  },
  {
    channel: 'call',
    class: 'PTP',
    system: true,
    rows: [
      ['BPTP', 'Broken promise'],
      ['KPTP', 'Kept promise'],
    ],
  },
  {
    channel: 'call',
    class: 'CALLBACK',
    rows: [
      ['CB', 'Call back, same agent', ['callbackAt']],
      ['CBA', 'Call back, any agent', ['callbackAt']],
      ['CBL', 'Call back, other language', ['callbackAt', 'language']],
    ],
  },
  {
    channel: 'call',
    class: 'INABILITY',
    rows: [
      ['JL', 'Job loss', ['reason']],
      ['MED', 'Medical', ['reason']],
      ['BUS', 'Business loss', ['reason']],
      ['TMP', 'Temporary difficulty', ['reason']],
    ],
  },
  {
    channel: 'call',
    class: 'REFUSE',
    rows: [
      ['RTP', 'Refused to pay', ['reason']],
      ['HAG', 'Disputes high charges', ['reason']],
      ['WSET', 'Wants waiver', ['reason']],
      ['AGG', 'Abusive', ['reason']],
    ],
  },
  {
    channel: 'call',
    class: 'DISPUTE',
    rows: [
      ['DSP', 'Amount disputed', ['reason']],
      ['NLN', 'Never borrowed / fraud', ['reason']],
      ['PNR', 'Paid, not reflected', ['reason']],
      ['INS', 'Insurance claim', ['reason']],
    ],
  },
  { channel: 'call', class: 'COMPLAINT', rows: [['CMP', 'Complaint', ['remarks']]] },
  {
    channel: 'call',
    class: 'THIRD_PARTY',
    rows: [
      ['LM', 'Left message, no debt disclosed', ['personMet']],
      ['TPC', 'Third party contact', ['personMet']],
    ],
  },
  {
    channel: 'call',
    class: 'SENSITIVE',
    rows: [
      ['DEC', 'Deceased', ['until']],
      ['HOS', 'In hospital', ['until']],
      ['BRV', 'Bereavement or wedding', ['until']],
      ['NAT', 'Natural calamity', ['until']],
    ],
  },
  {
    channel: 'call',
    class: 'LEGAL',
    rows: [
      ['ADV', 'Advocate engaged', ['reference']],
      ['COURT', 'Court matter', ['reference']],
      ['INSOL', 'Insolvency', ['reference']],
    ],
  },
  {
    channel: 'call',
    class: 'NON_CONTACT',
    rows: [
      ['RNR', 'Ringing, no response'],
      ['BSY', 'Busy'],
      ['SO', 'Switched off'],
      ['NR', 'Not reachable'],
      ['CUT', 'Disconnected by borrower'],
      ['VM', 'Voice mail'],
      ['LB', 'Language barrier', ['language']],
    ],
  },
  {
    channel: 'call',
    class: 'INVALID',
    rows: [
      ['WN', 'Wrong number'],
      ['NIS', 'Not in service'],
      ['INC', 'Incoming barred'],
    ],
  },
  { channel: 'call', class: 'DNC', rows: [['DNC', 'Do not contact', ['until']]] },
  {
    channel: 'call',
    class: 'SYSTEM',
    system: true,
    rows: [
      ['DROP', 'Dropped call'],
      ['AMD', 'Answering machine'],
      ['FAIL', 'Invalid destination'],
      ['UNFREEZE', 'Dialer unfrozen'],
    ],
  },
  {
    channel: 'field',
    class: 'COLLECTED',
    rows: [
      ['FCOL', 'Collected in full', ['payment', 'personMet']],
      ['FPAR', 'Collected in part', ['payment', 'personMet']],
    ],
  },
  {
    channel: 'field',
    class: 'PTP',
    rows: [
      ['FPTP', 'Promise to pay', ['ptp', 'personMet']],
      ['FREV', 'Asked to revisit', ['nextVisitOn', 'personMet']],
    ],
  },
  { channel: 'field', class: 'PAID', rows: [['FCLP', 'Claims paid', ['amount', 'proof']]] },
  {
    channel: 'field',
    class: 'SETTLE',
    rows: [
      ['FSTL', 'Wants settlement', ['amount', 'personMet']],
      ['FSUR', 'Voluntary surrender', ['reason', 'personMet', 'proof']],
    ],
  },
  { channel: 'field', class: 'REFUSE', rows: [['FRTP', 'Met, refused to pay', ['reason', 'personMet']]] },
  { channel: 'field', class: 'DISPUTE', rows: [['FDIS', 'Met, disputes', ['reason', 'personMet']]] },
  { channel: 'field', class: 'INABILITY', rows: [['FINA', 'Met, unable to pay', ['reason', 'personMet']]] },
  { channel: 'field', class: 'THIRD_PARTY', rows: [['FTP', 'Family or security met', ['personMet']]] },
  {
    channel: 'field',
    class: 'NOT_MET',
    rows: [
      ['FDL', 'Door locked', ['nextVisitOn']],
      ['FNA', 'Not available', ['nextVisitOn']],
      ['FRES', 'Entry refused', ['nextVisitOn']],
    ],
  },
  {
    channel: 'field',
    class: 'TRACE',
    rows: [
      ['FSHF', 'Shifted', ['reason']],
      ['FANF', 'Address not found'],
      ['FSKP', 'Skip'],
      ['FNEW', 'New address found', ['newAddress', 'reason']],
    ],
  },
  {
    channel: 'field',
    class: 'SENSITIVE',
    rows: [
      ['FDEC', 'Deceased', ['until', 'proof']],
      ['FMED', 'Medical emergency', ['until']],
      ['FEVT', 'Family event', ['until']],
    ],
  },
  {
    channel: 'field',
    class: 'SAFETY',
    rows: [
      ['FTHR', 'Threatened', ['remarks']],
      ['FHAZ', 'Unsafe place', ['remarks']],
    ],
  },
  {
    channel: 'field',
    class: 'ASSET',
    rows: [
      ['FASV', 'Asset seen', ['proof']],
      ['FASM', 'Asset missing', ['reason']],
      ['FREP', 'Repossessed', ['reference', 'proof']],
    ],
  },
];

const codesOf = (branches: typeof tree): readonly DispositionCode[] =>
  branches.flatMap((branch) =>
    branch.rows.map(([code, label, requires = []]) => ({
      code,
      label,
      class: branch.class,
      channel: branch.channel,
      rank: CLASSES[branch.class].rank,
      requires,
      selectable: !branch.system,
    })),
  );

/** Marked pure so that a phone, which gets its codes from the server, does not carry them as well. */
export const DEFAULT_CODES: readonly DispositionCode[] = /* @__PURE__ */ codesOf(tree);
