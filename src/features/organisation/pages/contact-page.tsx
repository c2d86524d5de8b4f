/** /contact: whom people of the tenant ask for help; it stands at the foot of their home. */
import { getSupport, type Support, saveSupport } from '../../../../core/contract/support';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Skeleton, showToast, Text } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useSupport } from '../support-queries';

const valuesOf = ({ name, phone, email, hours, note }: Support) => ({
  name,
  phone: phone ?? '',
  email: email ?? '',
  hours: hours ?? '',
  note: note ?? '',
});

function SupportForm({ support }: { support: Support }) {
  return (
    <EntityForm
      at="page"
      draft="support"
      label={t('Contact')}
      to={saveSupport}
      version={support.version}
      values={valuesOf(support)}
      newest={{
        from: getSupport,
        record: (one: Support) => ({ ...one, updatedAt: one.updatedAt ?? '' }),
        values: valuesOf,
      }}
      sections={() => [
        {
          fields: {
            name: { label: t('Who helps'), hint: t('A person or a desk, as people call it') },
            phone: { label: t('Phone'), kind: 'digits' },
            email: { label: t('Email') },
            hours: { label: t('When'), hint: t('For example: Monday to Saturday, 9:00 to 18:00') },
            note: { label: t('What else helps'), kind: 'area' },
          },
        },
      ]}
      again={['support']}
      send={t('Save')}
      onStored={() => showToast(t('People see it on their home now'), { tone: 'saved' })}
    />
  );
}

export default function ContactPage() {
  const { data, error, refetch } = useSupport();
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Contact')}</DeskTitle>
      <Text tone="muted">
        {t('Whom your people ask when something does not work. It stands at the foot of their home.')}
      </Text>
      {!data && !error && <Skeleton lines={6} height="2rem" />}
      {!data && error && <ProblemState problem={problemOf(error)} retry={() => void refetch()} />}
      {data && <SupportForm key={data.version} support={data} />}
    </DeskPage>
  );
}
