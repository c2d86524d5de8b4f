/** Texts that need no translation, each with its reason, and where texts arrive from. */

import { DEFAULT_CODES } from '../../core/domain/dispositions';
import { ROLES, roleLabel } from '../../core/domain/roles';

export interface Allowed {
  /** The whole text, or how it looks. */
  text: string | RegExp;
  /** Only there; everywhere without it. */
  file?: string;
  why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    text: /^(Sahyadri Bank|Asha Kulkarni|Two wheeler)$/,
    file: 'core/domain/message-templates.ts',
    why: 'the made-up loan of a preview',
  },
  {
    text: /^(Sahyadri Bank|Asha Kulkarni|R\. Joshi, .*|Rupees Sixty Thousand Only)$/,
    file: 'core/domain/letters/letter-template.ts',
    why: 'the made-up loan of a preview',
  },
  { text: /^[^\p{L}]*$/u, why: 'no letters' },
  { text: /^[^\p{L}]*(Recoup|₹|%)[^\p{L}]*$/u, why: 'the brand, the currency' },
  {
    text: /^[^\p{L}]*(DPD|POS|TOS|EMI|PTP|PAN|UPI|UTR|MICR|IFSC|NPA|SMA|OTP|PIN|CSV|XLSX|PDF|SMS|DRA|RBI|GPS|ID|CIBIL|GST|IMEI|KYC|DND|WhatsApp)[^\p{L}]*$/u,
    why: 'abbreviations of the trade, written alike in every language',
  },
  { text: /^[^\p{L}]*(KB|MB|GB|kB|km|m|Cr|L|px)[^\p{L}]*$/u, why: 'units and their signs' },
  { text: /^(Esc|Enter|Space|Tab|Ctrl|Shift|Alt|Ctrl [A-Z]|Ctrl Enter|[A-Z])$/, why: 'what is printed on the key' },
  {
    text: 'Recoup could not start: a part of it did not arrive. Nothing was lost. Check the network, then reload.',
    why: 'said when not even the app has arrived, so no catalogue either',
  },
  {
    text: /^(Android|iPhone|iPad|Windows|Mac OS|ChromeOS|Linux|Device)/,
    why: 'names of systems; a phone’s name is data of the server',
  },
];

/** Strings that look like a text and are none: these parts of the code are not drawn. */
export const NOT_TEXT: readonly RegExp[] = [
  /^(Asia\/\w+|UTC)$/,
  /^(var|calc|rgb|url)\(/,
  /^$/,
  /^Bearer /,
  /^M[\d.]+[ \d.,\-a-zA-Z]*$/,
];

/** Files whose texts are data, or drawn by others through `said` or `t`. */
export const DATA_FILES: readonly RegExp[] = [
  /^src\/i18n\//,
  /^src\/offline\//,
  /^src\/routes\//,
  /^src\/dialer\//,
  /^src\/app\/app-session\.ts$/,
  // Columns of a file, as the server knows them.
  /^src\/features\/people\/people-file\.ts$/,
  /^src\/api\/client\.ts$/,
  /^src\/api\/error-words-catalogue\.ts$/,
  /^src\/features\/telecaller\/(call-form|save-call)\.ts$/,
  /-for-tests\.tsx?$|\/test-[\w-]+\.tsx?$/,
];

/** Parts of tests that stand beside the source. */
export const DATA_HELPERS = /-for-tests\.tsx?$|\/test-[\w-]+\.tsx?$/;

/** Where the sentences come from that screens draw by `said`: the engine, core, the server's codes. */
export const ELSEWHERE: readonly RegExp[] = [
  /^src\/offline\/.*\.ts$/,
  /^src\/dialer\/(client|connection|holder)\.ts$/,
  /^src\/app\/app-session\.ts$/,
  /^src\/api\/client\.ts$/,
  /^src\/features\/telecaller\/(call-form|save-call)\.ts$/,
  /^core\/contract\/(records|errors)\.ts$/,
  /^core\/domain\/dispositions\.ts$/,
  /^core\/domain\/contact-gate\/check-pack\.ts$/,
  /^core\/domain\/(letters\/letter-template|message-templates|profile-fields|report-notes|report-views)\.ts$/,
  /^core\/domain\/validators\/.*\.ts$/,
];

/**
 * Words of stored data that every installation has, as screens draw them: owners of phones, people of a loan, kinds of
 * addresses and of files, states, and roles by their label.
 */
export const STORED_WORDS: { field: readonly string[]; desk: readonly string[] } = {
  field: [
    ...['Self', 'Borrower', 'Co-borrower', 'Guarantor', 'Spouse', 'Reference', 'Residence', 'Office'],
    // What a tenant starts with; the labels it writes itself are its own.
    ...DEFAULT_CODES.map(({ label }) => label),
  ],
  desk: [
    'active',
    'closed',
    'settled',
    'suppressed',
    'premises',
    'receipt',
    'document',
    'screenshot',
    'asset',
    ...ROLES.map(roleLabel),
  ],
};
