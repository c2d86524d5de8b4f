/** What the lists of phones and of records under review show of each row. */
import type { DeviceRow } from '../../../core/contract/devices';
import type { Quarantined } from '../../../core/contract/quarantine';
import { said, t } from '../../i18n';
import { Text } from '../../ui';
import {
  CellText,
  type Column,
  dayColumn,
  type Look,
  nameColumn,
  personColumn,
  statusColumn,
  textColumn,
} from '../../ui/kit';
import { agoWords, decisionWords, stateWords, storageWords, type Words } from './device-words';

const NOTHING = <CellText quiet>–</CellText>;
const figure = (count: number | undefined) => (count ? <strong>{count}</strong> : NOTHING);
const look = ({ text, ...look }: Words): Look => ({ ...look, words: text });

/** `sort` of each order is a name of `DEVICE_SORTS`. */
export function deviceColumns(zone: string, now: number): Column<DeviceRow>[] {
  const near = { zone, time: true, near: true } as const;
  const most = (by: string) => ({ by, first: 'desc' as const });
  return [
    nameColumn('agent', t('Agent'), (row) => row.agent, { sort: true }),
    statusColumn('state', t('State'), (row) => look(stateWords(row))),
    textColumn('phone', t('Phone'), (row) => row.name),
    { id: 'unsent', label: t('Unsent'), end: true, sort: most('unsent'), cell: (row) => figure(row.report?.unsent) },
    {
      id: 'oldest',
      label: t('Oldest unsent'),
      sort: { by: 'oldest' },
      cell: ({ report, unsentOverADay }) =>
        report?.oldestUnsentAt ? (
          <Text as="span" {...(unsentOverADay && { tone: 'danger', strong: true })}>
            {agoWords(report.oldestUnsentAt, now)}
          </Text>
        ) : (
          NOTHING
        ),
    },
    {
      id: 'needsYou',
      label: t('Needs agent'),
      end: true,
      sort: most('needsYou'),
      cell: (row) => figure(row.report?.needsYou),
    },
    {
      id: 'quarantined',
      label: t('Quarantined'),
      end: true,
      sort: most('quarantined'),
      cell: (row) => figure(Math.max(row.underReview, row.report?.quarantined ?? 0)),
    },
    { id: 'app', label: t('App'), sort: most('appVersion'), notOnPhone: true, cell: (row) => row.appVersion },
    dayColumn('lastSync', t('Last sync'), (row) => row.report?.lastSyncAt, { ...near, sort: true }),
    {
      id: 'storage',
      label: t('Storage'),
      sort: most('storage'),
      notOnPhone: true,
      cell: (row) => (row.report?.storage ? storageWords(row.report.storage) : NOTHING),
    },
    dayColumn('lastSeen', t('Last heard'), (row) => row.lastSeenAt, { ...near, sort: true }),
    textColumn('agency', t('Agency'), (row) => row.agency, { hidden: true, notOnPhone: true }),
    dayColumn('registered', t('Since'), (row) => row.registeredAt, { zone, hidden: true, notOnPhone: true }),
  ];
}

export function reviewColumns(zone: string): Column<Quarantined>[] {
  const near = { zone, time: true, near: true } as const;
  return [
    nameColumn('agent', t('Agent'), (row) => row.agent),
    personColumn('loan', t('Loan'), (row) => ({ name: row.loanNumber ?? t('Unknown'), detail: row.borrower ?? '' }), {
      always: false,
    }),
    textColumn(
      'record',
      t('Record'),
      (row) => (row.codeLabel && said(row.codeLabel)) ?? row.code ?? t('Cannot be read'),
    ),
    {
      id: 'reason',
      label: t('Why it was not taken'),
      cell: (row) => <CellText clip="22rem">{said(row.reason)}</CellText>,
    },
    dayColumn('recorded', t('Recorded'), (row) => row.recordedAt, near),
    dayColumn('arrived', t('Arrived'), (row) => row.receivedAt, { ...near, notOnPhone: true }),
    textColumn('phone', t('Phone'), (row) => row.device, { hidden: true, notOnPhone: true }),
    statusColumn('decision', t('Decision'), ({ decided }) => {
      if (!decided) return { words: t('Open'), tone: 'warn', icon: 'clock' };
      const { words, ...how } = look(decisionWords(decided.decision));
      return { ...how, words: t('{decision} by {name}', { decision: words, name: decided.by }) };
    }),
  ];
}
