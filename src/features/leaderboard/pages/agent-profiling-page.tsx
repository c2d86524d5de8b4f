/** /agentProfiling: how people stand among those who work the same bucket in the same role (domain 1.6). */
import { lazy, Suspense, useState } from 'react';
import { type BoardRow, boardList, countBoard, saveBoardSettings } from '../../../../core/contract/leaderboard';
import { dayOf } from '../../../../core/domain/dates';
import { LEAST_ACCOUNTS } from '../../../../core/domain/leaderboard';
import { monthOf } from '../../../../core/domain/working-days';
import { failedWrite } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Button } from '../../../ui';
import {
  type Column,
  countColumn,
  MonthPicker,
  moneyColumn,
  nameColumn,
  ProblemNote,
  textColumn,
  useListAddress,
} from '../../../ui/kit';
import { roleWords } from '../../auth';
import { EntityList, type Listing } from '../../lists';
import { useSignedIn, useZone } from '../../session';
import { monthWords } from '../../targets';
import { BoardAge } from '../components/board-age';
import { useAgencies, useCount } from '../queries';
import { pointWords, shareWords } from '../words';

// What writes comes with the press that needs it.
const PersonPanel = lazy(() => import('../components/person-panel'));
const OtherPanel = lazy(() => import('../components/other-panel'));
const BoardSettings = lazy(() => import('../components/board-settings'));

const nameOf = (row: BoardRow): string => row.name ?? t('Somebody of the cohort');

function rankWords({ rank, rankBefore, accounts }: BoardRow): string {
  if (rank === null) return accounts < LEAST_ACCOUNTS ? t('Fewer than {n} loans', { n: LEAST_ACCOUNTS }) : '–';
  if (rankBefore === null || rankBefore === rank) return String(rank);
  return rankBefore > rank ? `${rank} ▲${rankBefore - rank}` : `${rank} ▼${rank - rankBefore}`;
}

const columns = (_: Listing<typeof boardList>): Column<BoardRow>[] => [
  nameColumn('name', t('Agent'), (row) => (row.own ? t('{name} (you)', { name: nameOf(row) }) : nameOf(row)), {
    sort: true,
  }),
  textColumn('rank', t('Rank'), rankWords, { sort: true }),
  textColumn('score', t('Score'), (row) => pointWords(row.score), { end: true, sort: true }),
  textColumn('role', t('Role'), (row) => roleWords(row.role), { notOnPhone: true }),
  textColumn('bucket', t('Bucket'), (row) => row.bucket),
  textColumn('agency', t('Agency'), (row) => row.agency, { notOnPhone: true }),
  moneyColumn('openingPaise', t('Allocated POS'), (row) => row.openingPaise, { short: true, sort: true }),
  moneyColumn('collectedPaise', t('Collected'), (row) => row.collectedPaise, { short: true, sort: true }),
  textColumn(
    'resolution',
    t('Resolved / median'),
    (row) => `${shareWords(row.resolution)} / ${shareWords(row.median)}`,
    {
      end: true,
    },
  ),
  textColumn('kept', t('Kept, by value'), (row) => shareWords(row.kept), { end: true }),
  textColumn('conversion', t('RPC → PTP'), (row) => shareWords(row.conversion), { end: true, notOnPhone: true }),
  countColumn('work', t('Calls or visits'), (row) => row.calls + row.visits, { notOnPhone: true }),
  textColumn('quality', t('Quality'), (row) => (row.quality === null ? t('not known') : shareWords(row.quality)), {
    end: true,
    notOnPhone: true,
  }),
  countColumn('complaints', t('Complaints'), (row) => row.complaints, { notOnPhone: true }),
  countColumn('breaches', t('Rule breaches'), (row) => row.breaches, { notOnPhone: true }),
  countColumn('doubtful', t('Promises to look at'), (row) => row.doubtful, { notOnPhone: true, sort: true }),
  countColumn('accounts', t('Accounts'), (row) => row.accounts, { hidden: true, sort: true }),
];

export default function AgentProfilingPage() {
  const { profile } = useSignedIn();
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const [weighing, setWeighing] = useState(false);
  const count = useCount();
  const agencies = useAgencies();
  const asked = address.get('month') ?? '';
  const month = /^\d{4}-\d{2}-01$/.test(asked) ? asked : undefined;
  const choose = (value: string) =>
    setAddress(
      (held) => {
        held.set('month', value);
        held.delete('page');
        return held;
      },
      { replace: true },
    );
  return (
    <>
      <EntityList
        name="leaderboard"
        from={boardList}
        ask={{ month }}
        pageSize={25}
        title={t('Agent Leadership Board')}
        noun={t('rows')}
        columns={columns}
        searchLabel={t('Search people')}
        filters={{
          role: { label: t('Role'), words: roleWords },
          bucket: { label: t('Bucket') },
          agencyId:
            agencies.length > 0
              ? { label: t('Agency'), options: agencies.map(({ id, name }) => ({ value: id, label: name })) }
              : undefined,
        }}
        actions={
          mayAsk(saveBoardSettings, profile) && (
            <Button icon="edit" onClick={() => setWeighing(true)}>
              {t('Weights')}
            </Button>
          )
        }
        above={({ data }) => {
          const shown = month ?? data?.counted?.month ?? monthOf(dayOf(Date.now(), zone));
          return (
            <>
              <BoardAge
                data={data}
                picker={<MonthPicker month={shown} words={monthWords(shown)} onChange={choose} />}
                count={
                  mayAsk(countBoard, profile) && data?.counting?.state !== 'counting' ? (
                    <Button small busy={count.isPending} onClick={() => count.mutate(shown)}>
                      {t('Count anew')}
                    </Button>
                  ) : undefined
                }
                onMonth={choose}
              />
              <ProblemNote tone="danger" problem={failedWrite(count.error)} />
            </>
          );
        }}
        nameOf={nameOf}
        panel={({ id, row, close }) => {
          if (id.startsWith('other.')) return row && <OtherPanel row={row} name={nameOf(row)} onClose={close} />;
          const [profileId = '', bucket] = id.split('.');
          return <PersonPanel key={id} {...{ profileId, bucket, month, row }} onClose={close} />;
        }}
        empty={{
          icon: 'me',
          title: t('Nobody stands on this board'),
          text: t('People are counted each night by the loans that they hold; you see yourself and those you lead.'),
        }}
      />
      <Suspense>{weighing && <BoardSettings onClose={() => setWeighing(false)} />}</Suspense>
    </>
  );
}
