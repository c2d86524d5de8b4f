/** /partner/create: a new partner. */
import { useNavigate } from 'react-router-dom';
import { createPartner } from '../../../../core/contract/partners';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { showToast } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { EntityForm, typedOf } from '../../forms';
import { agreedInOrder, partnerSections } from '../partner-form';
import { PARTNERS } from '../queries';

export default function CreatePartnerPage() {
  const navigate = useNavigate();
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Create Partner')}</DeskTitle>
      <EntityForm
        at="page"
        draft="partner.new"
        label={t('New partner')}
        to={createPartner}
        values={typedOf(createPartner)}
        sections={() => partnerSections()}
        check={agreedInOrder}
        again={PARTNERS}
        send={t('Add partner')}
        failed={t('The partner was not added')}
        onStored={({ name }) => {
          showToast(t('{name} was added', { name }), { tone: 'saved' });
          navigate(deskPaths.partners());
        }}
      />
    </DeskPage>
  );
}
