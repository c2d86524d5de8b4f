import { MAX_DOCUMENT } from '../../../../core/contract/documents';
import type { Person } from '../../../../core/contract/people';
import { saveDraCertificate } from '../../../../core/contract/people-dra';
import { dayOf } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';

export function UploadCertificate({ person, onClose }: { person: Person; onClose: () => void }) {
  const today = dayOf(Date.now(), useZone());
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`people.dra.${person.id}`}
      label={t('DRA certificate of {name}', { name: person.fullName })}
      to={saveDraCertificate}
      params={{ id: person.id }}
      values={{ validUntil: person.draValidUntil ?? '', number: person.draCertification ?? '' }}
      sections={() => [
        {
          fields: {
            file: {
              label: t('Certificate: PDF, JPEG or PNG, at most 10 MB'),
              kind: 'file',
              required: true,
              file: {
                accept: '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png',
                most: MAX_DOCUMENT,
                tooLarge: t('Larger than 10 MB'),
              },
            },
            validUntil: { label: t('Valid until'), input: { today } },
            number: { label: t('Certificate number'), required: 'unsaid' },
          },
        },
      ]}
      along={({ file }) => ({ bytes: file, query: { fileName: file?.name.slice(0, 200) ?? '' } })}
      again={['people']}
      send={t('Save certificate')}
      onStored={() => {
        showToast(t('Certificate saved'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
