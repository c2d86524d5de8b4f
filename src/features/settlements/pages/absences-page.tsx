/** /settlement-absences: who decides about settlements while somebody is away. */
import { useState } from 'react';
import { type AbsenceRow, endAbsence, listAbsences } from '../../../../core/contract/settlement-absences';
import type { AbsenceState } from '../../../../core/domain/settlements/absences';
import { failedWrite, useWrite } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, LinkButton, showToast, type Tone } from '../../../ui';
import { type Column, ConfirmDialog, dayColumn, statusColumn, textColumn } from '../../../ui/kit';
import { EntityList } from '../../lists';
import { NameDialog } from '../components/name-deputy';

const STATES: Record<AbsenceState, { words: string; tone: Tone }> = {
  coming: { words: 'To come', tone: 'promise' },
  now: { words: 'Now', tone: 'paid' },
  over: { words: 'Past', tone: 'neutral' },
};
const columnsOf = (end: (row: AbsenceRow) => void) => (): Column<AbsenceRow>[] => [
  textColumn('person', t('Away'), (row) => (row.own ? t('You') : row.person)),
  textColumn('deputy', t('Decides instead'), (row) => (row.own ? row.deputy : t('You'))),
  dayColumn('from', t('From'), (row) => row.from),
  dayColumn('to', t('Until'), (row) => row.to),
  statusColumn('state', t('State'), ({ state }) => ({ ...STATES[state], words: t(STATES[state].words) })),
  {
    id: 'end',
    label: t('Actions'),
    cell: (row) =>
      row.own && row.state !== 'over' ? (
        <Button small look="plain" onClick={() => end(row)}>
          {t('End it')}
        </Button>
      ) : null,
  },
];

export default function AbsencesPage() {
  const [naming, setNaming] = useState(false);
  const [ending, setEnding] = useState<AbsenceRow>();
  const end = useWrite(endAbsence, (id: string) => ({ params: { id } }), { again: ['settlements'] });
  const [columns] = useState(() =>
    columnsOf((row) => {
      end.reset();
      setEnding(row);
    }),
  );
  return (
    <>
      <EntityList
        name="settlement-absences"
        under="settlements"
        from={listAbsences}
        title={t('While I am away')}
        noun={t('absences')}
        actions={
          <LinkButton small to={deskPaths.settlements({ view: 'turn' })}>
            {t('Settlements')}
          </LinkButton>
        }
        add={{ label: t('Name a colleague'), run: () => setNaming(true) }}
        columns={columns}
        nameOf={(row) => `${row.person} ${row.from}`}
        empty={{
          icon: 'rupee',
          title: t('Nobody stands in for you'),
          text: t('While you are away a colleague can decide about the settlements that wait for you.'),
        }}
      />
      {naming && <NameDialog onClose={() => setNaming(false)} />}
      {ending && (
        <ConfirmDialog
          title={t('Decide by yourself again?')}
          confirm={t('End it')}
          busy={end.isPending}
          problem={failedWrite(end.error)}
          onConfirm={() =>
            end.mutate(ending.id, {
              onSuccess: () => {
                showToast(t('You decide again'), { tone: 'saved' });
                setEnding(undefined);
              },
            })
          }
          onClose={() => setEnding(undefined)}
        >
          {t('{name} no longer sees what waits for you.', { name: ending.deputy })}
        </ConfirmDialog>
      )}
    </>
  );
}
