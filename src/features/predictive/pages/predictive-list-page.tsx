/** The lists that processes dial: from sheets and from filters of loans. */
import { useState } from 'react';
import { SHEET_KEEPERS } from '../../../../core/domain/predictive';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton } from '../../../ui';
import { useOpen } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { DialLists } from '../components/dial-lists';
import { FilterDialog } from '../components/filter-dialog';

export default function PredictiveListPage() {
  const role = parseRole(useSignedIn().profile.role);
  const uploads = role !== undefined && (SHEET_KEEPERS as readonly Role[]).includes(role);
  const [making, setMaking] = useState(false);
  const [, setOpen] = useOpen();
  return (
    <>
      <DialLists
        title={t('Predictive List')}
        actions={uploads && <LinkButton to={deskPaths.predictiveUpload()}>{t('Upload a sheet')}</LinkButton>}
        add={{ label: t('List from loans'), first: t('Make a list from loans'), run: () => setMaking(true) }}
        empty={{
          title: t('No list yet'),
          text: t(
            'A list says whom a process dials: made from a filter of its portfolio’s loans, or from a sheet of numbers.',
          ),
        }}
      />
      {making && (
        <FilterDialog
          onMade={(id) => {
            setMaking(false);
            setOpen(id);
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
