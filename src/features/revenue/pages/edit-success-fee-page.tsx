/** /successfees/edit?id=: one rule of a fee, or with `new` another one. */
import { useNavigate, useSearchParams } from 'react-router-dom';
import { createSuccessFee, getSuccessFee, type SuccessFee, updateSuccessFee } from '../../../../core/contract/partners';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Row, showToast } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { EntityForm, type FormSection, RecordPage, type TypedBody, typedOf } from '../../forms';
import { FEES, useFeeChoices, useSuccessFee } from '../queries';

type Typed = TypedBody<typeof createSuccessFee>;
const ofFee = (fee: SuccessFee): Typed =>
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
const months = ({ fromMonth, toMonth }: Typed) => ({
  fromMonth: month(fromMonth),
  toMonth: toMonth.trim() === '' ? null : month(toMonth),
});

export default function EditSuccessFeePage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const answer = useSuccessFee(id === 'new' ? '' : id);
  if (id === 'new')
    return (
      <DeskPage narrow>
        <Head title={t('New success fee')} />
        <FeeForm />
      </DeskPage>
    );
  return (
    <RecordPage
      id={id}
      title={t('Edit Success Fee')}
      which={{ title: t('Which fee?'), text: t('Choose one from the list to change it.') }}
      all={{ to: deskPaths.successFees(), label: t('See all fees') }}
      answer={answer}
    >
      {(fee) => (
        <>
          <Head title={t('Success fee of {name}', { name: fee.client.name })} />
          <FeeForm key={fee.id} fee={fee} />
        </>
      )}
    </RecordPage>
  );
}

const Head = ({ title }: { title: string }) => (
  <Row apart>
    <DeskTitle>{title}</DeskTitle>
    <LinkButton to={deskPaths.successFees()}>{t('See all fees')}</LinkButton>
  </Row>
);

function FeeForm({ fee }: { fee?: SuccessFee }) {
  const navigate = useNavigate();
  const choices = useFeeChoices();
  const named = (
    rows: readonly { id: string; name: string }[] | undefined,
    held?: { id: string; name: string } | null,
  ) =>
    [...(held && !rows?.some(({ id }) => id === held.id) ? [held] : []), ...(rows ?? [])].map(({ id, name }) => ({
      value: id,
      label: name,
    }));
  const sections = ({ clientId, partnerId }: Typed): FormSection<Typed>[] => [
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
  const common = {
    at: 'page',
    label: t('Success fee'),
    sections,
    also: months,
    again: FEES,
    failed: t('Nothing was changed'),
    onStored: ({ client }: SuccessFee) => {
      showToast(t('The fee of {name} was saved', { name: client.name }), { tone: 'saved' });
      navigate(deskPaths.successFees());
    },
  } as const;
  if (!fee)
    return (
      <EntityForm
        {...common}
        draft="success-fee.new"
        to={createSuccessFee}
        values={typedOf(createSuccessFee)}
        send={t('Add fee')}
      />
    );
  return (
    <EntityForm
      {...common}
      draft={`success-fee.${fee.id}`}
      to={updateSuccessFee}
      params={{ feeId: fee.id }}
      version={fee.version}
      values={ofFee(fee)}
      newest={{ from: getSuccessFee, record: (one) => one, values: ofFee }}
      send={t('Save fee')}
    />
  );
}
