/** /successfees/edit?id=: one rule of a fee, or with `new` another one. */
import { useNavigate, useSearchParams } from 'react-router-dom';
import { createSuccessFee, getSuccessFee, type SuccessFee, updateSuccessFee } from '../../../../core/contract/partners';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Row, showToast } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { EntityForm, RecordPage, typedOf } from '../../forms';
import { FEES, useFeeChoices, useSuccessFee } from '../queries';
import { feeSections, months, ofFee, type TypedFee } from '../success-fee-form';

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
  const common = {
    at: 'page',
    label: t('Success fee'),
    sections: (typed: TypedFee) => feeSections(typed, choices, fee),
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
