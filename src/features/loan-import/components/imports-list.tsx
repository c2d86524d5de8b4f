/** Uploads as a list with one of them open beside it. */
import type { ReactNode } from 'react';
import { IMPORT_KINDS, IMPORT_STATES } from '../../../../core/contract/loan-imports';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { DeskPage, RecordList, useOpen, useTableQuery } from '../../../ui/kit';
import { useZone } from '../../session';
import { IMPORT_PAGE, useChoices, useImports } from '../queries';
import { KIND_WORDS, STATE_WORDS } from '../words';
import { importColumns } from './import-columns';
import { ImportPanel } from './import-panel';

const FILTERS = ['state', 'kind', 'client'] as const;

export function ImportsList({
  title,
  name,
  above,
  empty,
}: {
  title: string;
  /** Of its settings and saved views. */
  name: string;
  above?: ReactNode;
  empty: ReactNode;
}) {
  const zone = useZone();
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useOpen();
  const imports = useImports(query);
  const clients = useChoices().data?.clients ?? [];
  const shown = imports.data?.rows.find(({ id }) => id === open);
  return (
    <DeskPage beside={shown !== undefined}>
      <RecordList
        name={name}
        title={title}
        noun={t('uploads')}
        above={above}
        searchLabel={t('File name or batch number')}
        filters={[
          {
            name: 'state',
            label: t('State'),
            single: true,
            options: IMPORT_STATES.map((value) => ({ value, label: t(STATE_WORDS[value]) })),
          },
          {
            name: 'kind',
            label: t('What it is for'),
            single: true,
            options: IMPORT_KINDS.map((value) => ({ value, label: t(KIND_WORDS[value]) })),
          },
          {
            name: 'client',
            label: t('Client'),
            single: true,
            options: clients.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        columns={importColumns(zone)}
        result={imports}
        problem={problemOf(imports.error)}
        zone={zone}
        query={query}
        change={change}
        pageSize={IMPORT_PAGE}
        keyOf={(row) => row.id}
        nameOf={(row) => row.fileName}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={empty}
      />
      {shown && <ImportPanel key={shown.id} row={shown} onClose={() => setOpen('')} />}
    </DeskPage>
  );
}
