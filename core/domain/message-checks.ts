/** What may not be in a template or a filled text: for who writes one, and apart from what everybody loads who sends one. */
import { isVariable, type MessageChannel, variablesOf } from './message-templates';
import { addressesIn } from './validators';

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
