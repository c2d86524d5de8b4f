/** The fields of a success fee. */
import { createSuccessFee, type SuccessFee } from '../../../core/contract/partners';
import { t } from '../../i18n';
import { type FormSection, type TypedBody, typedOf } from '../forms';
import type { useFeeChoices } from './queries';

type Choices = ReturnType<typeof useFeeChoices>;
export type TypedFee = TypedBody<typeof createSuccessFee>;
export const ofFee = (fee: SuccessFee): TypedFee =>
  typedOf(createSuccessFee, {
    ...fee,
    clientId: fee.client.id,
    portfolioId: fee.portfolio?.id ?? null,
    partnerId: fee.partner?.id ?? null,
    fromMonth: fee.fromMonth.slice(0, 7),
    toMonth: fee.toMonth?.slice(0, 7) ?? null,
  });
/** Months are typed as they are read: 2026-11. */
const month = (typed: string) => (/^\d{4}-\d{2}$/.test(typed.trim()) ? `${typed.trim()}-01` : typed.trim());
export const months = ({ fromMonth, toMonth }: TypedFee) => ({
  fromMonth: month(fromMonth),
  toMonth: toMonth.trim() === '' ? null : month(toMonth),
});

const named = (rows: readonly { id: string; name: string }[] | undefined, held?: { id: string; name: string } | null) =>
  [...(held && !rows?.some(({ id }) => id === held.id) ? [held] : []), ...(rows ?? [])].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
export const feeSections = (
  { clientId, partnerId }: TypedFee,
  choices: Choices,
  fee?: SuccessFee,
): FormSection<TypedFee>[] => [
  {
    title: t('What it is paid for'),
    beside: true,
    fields: {
      clientId: {
        label: t('Client'),
        kind: 'choice',
        options: named(choices.clients, fee?.client),
        with: () => ({ portfolioId: '' }),
      },
      portfolioId: {
        label: t('Portfolio'),
        kind: 'choice',
        none: t('All portfolios of the client'),
        options: named(choices.portfolios?.find((one) => one.clientId === clientId)?.portfolios, fee?.portfolio),
      },
      buckets: {
        label: t('Buckets'),
        hint: t('None: all. By days past due at the opening of the month.'),
        words: (one) => one,
      },
    },
  },
  {
    title: t('What is paid'),
    beside: true,
    fields: {
      percent: { label: t('Fee, percent of what was collected') },
      gstPercent: { label: t('GST on the fee, percent') },
      fromMonth: { label: t('From month'), required: true, hint: t('As 2026-11'), input: { placeholder: '2026-11' } },
      toMonth: {
        label: t('Until month'),
        hint: t('Left out: until further notice'),
        input: { placeholder: '2027-03' },
      },
    },
  },
  {
    title: t('A partner’s part'),
    beside: true,
    fields: {
      partnerId: {
        label: t('Partner'),
        kind: 'choice',
        none: t('Nobody'),
        options: named(choices.partners, fee?.partner),
        with: (to) => (to === '' ? { partnerPercent: '0' } : {}),
      },
      partnerPercent: partnerId !== '' && { label: t('Part of the fee, percent') },
    },
  },
  { fields: { remarks: { label: t('Remarks') } } },
];
