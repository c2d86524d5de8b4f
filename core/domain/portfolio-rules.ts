/** What a portfolio may hold: its four tabs, its people, its name, its contact policy. Lookups are lookups.ts. */
export const PORTFOLIO_TABS = ['details', 'script', 'foreclosure', 'incentive'] as const;
export type PortfolioTab = (typeof PORTFOLIO_TABS)[number];

/** In which capacity somebody belongs to a portfolio. */
export const MEMBER_KINDS = ['manager', 'collector', 'field_agent', 'agency'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

export const NAME_MAX = 80;

/** What is wrong with a portfolio's name by itself; undefined for a right one. That it is free only the server knows. */
export function portfolioNameProblem(typed: string): string | undefined {
  const name = typed.trim();
  if (name === '') return 'This Field Is Required';
  if (name.length < 3) return 'A portfolio name has at least 3 characters.';
  if (name.length > NAME_MAX) return 'A portfolio name has at most 80 characters.';
  if (!/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} &()./_'’–-]*$/u.test(name))
    return 'A portfolio name holds letters, digits, spaces and & ( ) . / _ - only, and begins with a letter or digit.';
  return undefined;
}

/** What of a channel a contact policy may allow. */
export const CONTACT_CHANNELS = ['call', 'sms', 'whatsapp', 'visit', 'letter'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/**
 * How borrowers of a portfolio may be contacted. Hours are whole hours by the borrower's clock, from the beginning of `fromHour` to
 * the beginning of `toHour`; counts are contacts with one borrower over all channels. A policy narrows the law, so it stays
 * within 08:00 and 19:00.
 */
export interface ContactPolicy {
  fromHour: number;
  toHour: number;
  perDay: number;
  perWeek: number;
  /** Least minutes between two contacts. */
  gapMinutes: number;
  channels: readonly ContactChannel[];
}

export const DEFAULT_POLICY: ContactPolicy = {
  fromHour: 8,
  toHour: 19,
  perDay: 3,
  perWeek: 12,
  gapMinutes: 60,
  channels: CONTACT_CHANNELS,
};

/** What is wrong with a policy by field; empty for a right one. */
export function policyErrors(policy: ContactPolicy): Partial<Record<keyof ContactPolicy, string>> {
  const wrong: Partial<Record<keyof ContactPolicy, string>> = {};
  if (policy.fromHour < 8) wrong.fromHour = 'Nobody is contacted before 08:00.';
  if (policy.toHour > 19) wrong.toHour = 'Nobody is contacted after 19:00.';
  if (policy.toHour <= policy.fromHour) wrong.toHour = 'The end must be after the beginning.';
  if (policy.perDay < 1) wrong.perDay = 'At least one contact a day.';
  if (policy.perWeek < policy.perDay) wrong.perWeek = 'Not fewer a week than a day.';
  if (policy.channels.length === 0) wrong.channels = 'Choose at least one channel.';
  return wrong;
}

/** Words of `{#var#}` in a registered template, and what its text holds. A DLT template id is a number of 19 digits. */
export const isDltTemplateId = (typed: string): boolean => /^\d{19}$/.test(typed);
/** A sender header as registered: 3 to 6 letters or digits (six for service headers, digits for numbers). */
export const isSenderHeader = (typed: string): boolean => /^[A-Z0-9]{3,9}$/.test(typed);
