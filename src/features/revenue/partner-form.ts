/** The fields of a partner. */
import { type createPartner, type PartnerKind, validatePartnerName } from '../../../core/contract/partners';
import { t } from '../../i18n';
import type { FormSection, TypedBody } from '../forms';
import { partySections } from '../organisation';

const KINDS: Record<PartnerKind, string> = {
  sourcing: 'Sourcing agent',
  collection: 'Collection agency',
  legal: 'Legal firm',
  tracing: 'Tracing agency',
  valuation: 'Valuer',
  other: 'Other',
};
export const partnerKindWords = (kind: PartnerKind): string => t(KINDS[kind]);

/** `partnerId` is the one that is changed. */
export const partnerSections = (partnerId?: string): FormSection<TypedBody<typeof createPartner>>[] => [
  {
    title: t('Partner'),
    beside: true,
    fields: {
      name: { label: t('Name'), unique: { by: validatePartnerName, query: { partnerId } } },
      kind: { label: t('Kind of partner'), words: KINDS },
      agreedOn: { label: t('Agreement from') },
      agreedUntil: { label: t('Agreement until') },
    },
  },
  ...partySections(true),
  {
    title: t('Bank account'),
    beside: true,
    fields: {
      accountName: { label: t('Name on the account') },
      accountNumber: { label: t('Account number'), capitals: true },
      ifsc: { label: t('IFSC'), capitals: true },
    },
  },
];
export const agreedInOrder = ({ agreedOn, agreedUntil }: TypedBody<typeof createPartner>) => ({
  agreedUntil:
    agreedOn !== '' && agreedUntil !== '' && agreedUntil < agreedOn ? t('It ends before it begins.') : undefined,
});
