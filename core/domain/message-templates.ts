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

/** How many parts an SMS is charged as: GSM 7-bit 160 (153 each), anything else 70 (67 each). */
export function smsParts(text: string): number {
  const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
  const plain = GSM.test(text);
  const length = plain ? [...text].reduce((sum, char) => sum + ('^{}\\[~]|€'.includes(char) ? 2 : 1), 0) : text.length;
  const [one, many] = plain ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / many);
}
