/** The lists that processes dial: from sheets and from filters of loans. */
import { useState } from 'react';
import { SHEET_KEEPERS } from '../../../../core/domain/predictive';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, EmptyState, LinkButton, Row, Stack } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { FilterDialog } from '../components/filter-dialog';
import { useListsTable } from '../components/lists-table';

export default function PredictiveListPage() {
  const role = parseRole(useSignedIn().profile.role);
  const uploads = role !== undefined && (SHEET_KEEPERS as readonly Role[]).includes(role);
  const [making, setMaking] = useState(false);
  const lists = useListsTable({
    empty: (
      <EmptyState
        icon="loans"
        title={t('No list yet')}
        action={
          <Button look="primary" onClick={() => setMaking(true)}>
            {t('Make a list from loans')}
          </Button>
        }
      >
        {t(
          'A list says whom a process dials: made from a filter of its portfolio’s loans, or from a sheet of numbers.',
        )}
      </EmptyState>
    ),
  });
  return (
    <DeskPage beside={lists.isOpen}>
      <Stack gap="4">
        <Row apart gap="3">
          <DeskTitle>{t('Predictive List')}</DeskTitle>
          <Row gap="2">
            {uploads && <LinkButton to={deskPaths.predictiveUpload()}>{t('Upload a sheet')}</LinkButton>}
            <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
              {t('List from loans')}
            </Button>
          </Row>
        </Row>
        {lists.table}
      </Stack>
      {lists.beside}
      {making && (
        <FilterDialog
          onMade={(id) => {
            setMaking(false);
            lists.open(id);
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </DeskPage>
  );
}
