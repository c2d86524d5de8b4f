/** /suppression-list: who is not contacted, by hand, released, and why. */
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { listSuppressions, type Suppression } from '../../../../core/contract/suppression-list';
import { formatDay } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Button, Stack } from '../../../ui';
import { type Column, dayColumn, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { CHANNEL_WORDS } from '../../contact';
import { type Chosen, EntityList } from '../../lists';
import { ReleaseSuppressions } from '../components/release-suppressions';
import { ImportDrop } from '../components/start-step';
import { WhyBlocked } from '../components/why-blocked';
import { importPath } from '../import-path';
import { LIST_STATE_WORDS, REASON_WORDS, SUPPRESSED_WORDS } from '../suppression-words';

const ImportWizard = lazy(() => import('../components/import-wizard').then((part) => ({ default: part.ImportWizard })));
const AddSuppressions = lazy(() =>
  import('../components/add-suppressions').then((part) => ({ default: part.AddSuppressions })),
);

const columns = (): Column<Suppression>[] => [
  nameColumn('value', t('Who or what'), (row) => row.value),
  textColumn('kind', t('What it is'), (row) => t(SUPPRESSED_WORDS[row.kind])),
  statusColumn('reason', t('Reason'), (row) => ({ words: t(REASON_WORDS[row.reason]), tone: 'blocked' })),
  textColumn('portfolio', t('Portfolio'), (row) => row.portfolio ?? t('Every portfolio')),
  textColumn(
    'channels',
    t('Channels'),
    (row) => row.channels?.map((channel) => t(CHANNEL_WORDS[channel])).join(', ') ?? t('All'),
  ),
  dayColumn('from', t('From'), (row) => row.fromOn),
  textColumn('until', t('Last day'), (row) => (row.untilOn ? formatDay(row.untilOn) : t('until released'))),
  textColumn('by', t('By'), (row) => row.createdBy),
  textColumn('source', t('File'), (row) => row.source, { hidden: true }),
  textColumn('note', t('Note'), (row) => row.note, { hidden: true }),
  textColumn(
    'released',
    t('Released'),
    (row) => row.releasedAt && `${formatDay(new Date(row.releasedAt))} · ${row.releasedBy ?? ''}`,
  ),
];

/** With the id of an import the wizard of its file, else the list. */
export default function SuppressionsPage() {
  const [search] = useSearchParams();
  return search.get('id') ? (
    <Suspense>
      <ImportWizard title={t('Suppressions from a file')} kind="suppressions" />
    </Suspense>
  ) : (
    <Entries />
  );
}

function Entries() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [releasing, setReleasing] = useState<Chosen<typeof listSuppressions>>();
  return (
    <>
      <EntityList
        name="suppressions"
        from={listSuppressions}
        title={t('Suppression List')}
        noun={t('entries')}
        add={{ label: t('Add by hand') }}
        above={
          <Stack gap="3">
            <ImportDrop kind="suppressions" onStarted={(one) => navigate(importPath(one))} />
            <WhyBlocked />
          </Stack>
        }
        columns={columns}
        searchLabel={t('Whole loan number, phone number, PAN or e-mail')}
        filters={{
          kind: { label: t('What it is'), words: (one) => t(SUPPRESSED_WORDS[one]) },
          state: { label: t('State'), words: (one) => t(LIST_STATE_WORDS[one]) },
        }}
        nameOf={(row) => row.value}
        bulk={
          // What has been released cannot be released again.
          address.get('state') === 'released'
            ? undefined
            : {
                all: true,
                actions: (chosen) => (
                  <Button small onClick={() => setReleasing(chosen)}>
                    {t('Release')}
                  </Button>
                ),
              }
        }
        panel={({ id, close }) => id === 'new' && <AddSuppressions onClose={close} />}
        empty={{
          icon: 'blocked',
          title: t('Nobody is suppressed'),
          text: t('Loans, phone numbers, PANs and e-mails that are not to be contacted stand here.'),
        }}
      />
      {releasing && <ReleaseSuppressions chosen={releasing} onClose={() => setReleasing(undefined)} />}
    </>
  );
}
