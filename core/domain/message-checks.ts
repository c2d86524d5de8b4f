/** What may be in a template and in a filled text: for who writes or fills one, apart from what everybody loads who sends one. */
import type { MessageChannel } from './message-templates';
import { addressesIn } from './validators';

/** What a template may name, with an example for its editor. Everything comes from the loan; nobody types a value. */
export const TEMPLATE_VARIABLES = {
  name: 'Asha Kulkarni',
  first_name: 'Asha',
  loan_last4: '4821',
  lender: 'Sahyadri Bank',
  product: 'Two wheeler',
  overdue: '₹5,000',
  emi: '₹2,500',
  due_day: '5',
  ptp_date: '25/11/2026',
  ptp_amount: '₹2,500',
  agent: 'Meera',
  payment_link: 'https://pay.example.in/pay/…',
  payment_amount: '₹2,500',
  payment_until: '28/11/2026',
  /** The borrower's own page of a settlement whose letter is out. */
  settlement_link: 'https://pay.example.in/offers/…',
  /** Opens that page; sent by the product alone, when the borrower asks for it there. */
  settlement_code: '482913',
} as const;
export type TemplateVariable = keyof typeof TEMPLATE_VARIABLES;
/** A variable without a value is null: the text then cannot be made. */
export type TemplateValues = Readonly<Record<TemplateVariable, string | null>>;

const BRACES = /\{([^{}]*)\}/g;

/** The names between braces, each once, in their order; also such as do not exist. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(BRACES)].map(([, name = '']) => name.trim()))];
}

export const isVariable = (name: string): name is TemplateVariable => Object.hasOwn(TEMPLATE_VARIABLES, name);

/** The text with its values; `missing` names what has none, and then the text must not be sent. */
export function fillTemplate(text: string, values: TemplateValues): { text: string; missing: string[] } {
  const missing: string[] = [];
  const filled = text.replace(BRACES, (whole, given: string) => {
    const name = given.trim();
    const value = isVariable(name) ? values[name] : null;
    if (value !== null && value !== '') return value;
    if (!missing.includes(name)) missing.push(name);
    return whole;
  });
  return { text: filled, missing };
}

const comparable = (address: string) =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');

/** Addresses of a text that do not lie at or below one of `allowed`. */
export function strangeAddresses(text: string, allowed: readonly string[]): string[] {
  const roots = allowed.map(comparable);
  return addressesIn(text).filter((address) => {
    const given = comparable(address);
    return !roots.some((root) => given === root || given.startsWith(`${root}/`) || given.startsWith(`${root}?`));
  });
}

/**
 * What may not be in a filled text, for every channel: addresses that neither the template itself nor its list names (of an SMS
 * its registered list alone). What a value brings along, a name for instance, is nobody's text.
 */
export function strangeInFilled(
  template: Pick<TemplateText, 'channel' | 'subject' | 'body' | 'allowedUrls'>,
  filled: { subject: string | null; text: string },
  ownLinks: readonly string[],
): string[] {
  const written = template.channel === 'sms' ? [] : addressesIn(`${template.subject ?? ''} ${template.body}`);
  return strangeAddresses(`${filled.subject ?? ''} ${filled.text}`, [...template.allowedUrls, ...ownLinks, ...written]);
}

export interface TemplateText {
  channel: MessageChannel;
  subject: string | null;
  body: string;
  dltTemplateId: string | null;
  dltHeader: string | null;
  allowedUrls: readonly string[];
}

/** What is wrong with a template, by field; empty when it may be kept. */
export function templateProblems(template: TemplateText): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const say = (path: string, message: string) => problems.push({ path, message });
  for (const path of ['subject', 'body'] as const) {
    const text = template[path];
    if (text === null) continue;
    const unknown = variablesOf(text).filter((name) => !isVariable(name));
    if (unknown.length > 0) say(path, `There is no variable ${unknown.map((name) => `{${name}}`).join(', ')}`);
  }
  if (template.channel === 'email' && !template.subject?.trim()) say('subject', 'An e-mail needs a subject');
  if (template.channel === 'sms') {
    if (!template.dltTemplateId) say('dltTemplateId', 'An SMS needs its registered template id');
    if (!template.dltHeader) say('dltHeader', 'An SMS needs its registered header');
    const strange = strangeAddresses(template.body, template.allowedUrls);
    if (strange.length > 0) say('body', `Not among the registered addresses: ${strange.join(', ')}`);
  }
  return problems;
}
