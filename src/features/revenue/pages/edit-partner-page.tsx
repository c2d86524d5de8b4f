/** /partner/edit?id=: one partner in its form. */
import { useSearchParams } from 'react-router-dom';
import { createPartner, getPartner, type Partner, updatePartner } from '../../../../core/contract/partners';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Row, showToast, Text } from '../../../ui';
import { ActiveCard, DeskTitle } from '../../../ui/kit';
import { EntityForm, RecordPage, typedOf } from '../../forms';
import { agreedInOrder, partnerSections } from '../partner-form';
import { PARTNERS, usePartner, usePartnerSwitch } from '../queries';

export default function EditPartnerPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <RecordPage
      id={id}
      title={t('Edit Partner')}
      which={{ title: t('Which partner?'), text: t('Choose one from the list to change it.') }}
      all={{ to: deskPaths.partners(), label: t('See all partners') }}
      answer={usePartner(id)}
    >
      {(partner) => <EditPartner key={partner.id} partner={partner} />}
    </RecordPage>
  );
}

function EditPartner({ partner }: { partner: Partner }) {
  const { activate, takeBack } = usePartnerSwitch();
  const told = (active: boolean) => ({ params: { partnerId: partner.id }, body: { active } });
  return (
    <>
      <Row apart>
        <DeskTitle>{partner.name}</DeskTitle>
        <LinkButton to={deskPaths.partners()}>{t('See all partners')}</LinkButton>
      </Row>
      <Text size="small" tone="muted">
        {tn(partner.fees, 'Gets a part of {n} success fee', 'Gets a part of {n} success fees')}
      </Text>
      <EntityForm
        at="page"
        draft={`partner.${partner.id}`}
        label={t('Partner {name}', { name: partner.name })}
        to={updatePartner}
        params={{ partnerId: partner.id }}
        version={partner.version}
        values={typedOf(createPartner, partner)}
        sections={() => partnerSections(partner.id)}
        check={agreedInOrder}
        newest={{ from: getPartner, record: (one) => one, values: (one) => typedOf(createPartner, one) }}
        again={PARTNERS}
        send={t('Save partner')}
        failed={t('Nothing was changed')}
        onStored={({ name }) => showToast(t('{name} was saved', { name }), { tone: 'saved' })}
      />
      <ActiveCard
        name={partner.name}
        active={partner.active}
        notes={{ on: t('New fees can give it a part.'), off: t('It keeps its part of fees that stand.') }}
        asks={t('No new fee can give it a part. Fees that stand keep theirs until they are changed.')}
        write={{
          mutate: (active, then) => activate.mutate(told(active), then),
          isPending: activate.isPending,
          problem: failedWrite(activate.error),
          reset: activate.reset,
        }}
        takeBack={(active, then) => takeBack.mutate(told(active), then)}
      />
    </>
  );
}
