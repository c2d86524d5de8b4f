/**
 * Texts to borrowers with `{variables}`. TRAI's rules for commercial messages (TCCCPR 2018; directions of 12 May 2023 and
 * 13 August 2024): an SMS names a registered header and template, its variables are tagged, and it leads only to
 * registered addresses.
 */
export const MESSAGE_CHANNELS = ['sms', 'whatsapp', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const CHANNEL_LABELS: Readonly<Record<MessageChannel, string>> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
};

/** Languages a template can be written in, by the code that borrowers' records carry. */
export const TEMPLATE_LANGUAGES = {
  en: 'English',
  hi: 'Hindi',
  mr: 'Marathi',
  gu: 'Gujarati',
  bn: 'Bengali',
  pa: 'Punjabi',
  ta: 'Tamil',
  te: 'Telugu',
  kn: 'Kannada',
  ml: 'Malayalam',
  or: 'Odia',
} as const;
export type TemplateLanguage = keyof typeof TEMPLATE_LANGUAGES;

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

/** How many parts an SMS is charged as: GSM 7-bit 160 (153 each), anything else 70 (67 each). */
export function smsParts(text: string): number {
  const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
  const plain = GSM.test(text);
  const length = plain ? [...text].reduce((sum, char) => sum + ('^{}\\[~]|€'.includes(char) ? 2 : 1), 0) : text.length;
  const [one, many] = plain ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / many);
}
