/** What the lists of phones and of records under review show of each row. */
import type { DeviceRow } from '../../../core/contract/devices';
import type { Quarantined } from '../../../core/contract/quarantine';
import { said, t } from '../../i18n';
import { Badge, DateText, Stack, Text } from '../../ui';
import { CellText, type Column } from '../../ui/kit';
import { agoWords, decisionWords, stateWords, storageWords } from './device-words';

const NOTHING = <CellText quiet>–</CellText>;
const figure = (count: number) => (count > 0 ? <strong>{count}</strong> : NOTHING);

/** `by` of each order is a name of `DEVICE_SORTS`. */
export function deviceColumns(zone: string, now: number): Column<DeviceRow>[] {
  const time = (at: string | null | undefined) => (at ? <DateText value={at} time near zone={zone} /> : NOTHING);
  return [
    {
      id: 'agent',
      label: t('Agent'),
      always: true,
      sort: { by: 'agent' },
      cell: (row) => (
        <CellText strong clip="13rem">
          {row.agent}
        </CellText>
      ),
    },
    {
      id: 'state',
      label: t('State'),
      cell: (row) => {
        const { text, tone, icon } = stateWords(row);
        return (
          <Badge tone={tone} icon={icon}>
            {text}
          </Badge>
        );
      },
    },
    { id: 'phone', label: t('Phone'), cell: (row) => row.name },
    {
      id: 'unsent',
      label: t('Unsent'),
      end: true,
      sort: { by: 'unsent', first: 'desc' },
      cell: (row) => (row.report ? figure(row.report.unsent) : NOTHING),
    },
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
      sort: { by: 'needsYou', first: 'desc' },
      cell: (row) => (row.report ? figure(row.report.needsYou) : NOTHING),
    },
    {
      id: 'quarantined',
      label: t('Quarantined'),
      end: true,
      sort: { by: 'quarantined', first: 'desc' },
      cell: (row) => figure(Math.max(row.underReview, row.report?.quarantined ?? 0)),
    },
    {
      id: 'app',
      label: t('App'),
      sort: { by: 'appVersion', first: 'desc' },
      notOnPhone: true,
      cell: (row) => row.appVersion,
    },
    {
      id: 'lastSync',
      label: t('Last sync'),
      sort: { by: 'lastSync', first: 'desc' },
      cell: (row) => time(row.report?.lastSyncAt),
    },
    {
      id: 'storage',
      label: t('Storage'),
      sort: { by: 'storage', first: 'desc' },
      notOnPhone: true,
      cell: (row) => (row.report?.storage ? storageWords(row.report.storage) : NOTHING),
    },
    {
      id: 'lastSeen',
      label: t('Last heard'),
      sort: { by: 'lastSeen', first: 'desc' },
      cell: (row) => time(row.lastSeenAt),
    },
    { id: 'agency', label: t('Agency'), hidden: true, notOnPhone: true, cell: (row) => row.agency ?? NOTHING },
    {
      id: 'registered',
      label: t('Since'),
      hidden: true,
      notOnPhone: true,
      cell: (row) => <DateText value={row.registeredAt} zone={zone} />,
    },
  ];
}

export function reviewColumns(zone: string): Column<Quarantined>[] {
  return [
    {
      id: 'agent',
      label: t('Agent'),
      always: true,
      cell: (row) => (
        <CellText strong clip="12rem">
          {row.agent}
        </CellText>
      ),
    },
    {
      id: 'loan',
      label: t('Loan'),
      cell: (row) => (
        <Stack gap="0" lineHeight={1.25} paddingY="1">
          <span>{row.loanNumber ?? t('Unknown')}</span>
          {row.borrower && (
            <Text as="span" size="small" tone="muted">
              {row.borrower}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      id: 'record',
      label: t('Record'),
      cell: (row) => (row.codeLabel && said(row.codeLabel)) ?? row.code ?? t('Cannot be read'),
    },
    {
      id: 'reason',
      label: t('Why it was not taken'),
      cell: (row) => (
        <Text as="span" truncate maxWidth="22rem" display="block" title={said(row.reason)}>
          {said(row.reason)}
        </Text>
      ),
    },
    {
      id: 'recorded',
      label: t('Recorded'),
      cell: (row) => (row.recordedAt ? <DateText value={row.recordedAt} time near zone={zone} /> : NOTHING),
    },
    {
      id: 'arrived',
      label: t('Arrived'),
      notOnPhone: true,
      cell: (row) => <DateText value={row.receivedAt} time near zone={zone} />,
    },
    { id: 'phone', label: t('Phone'), hidden: true, notOnPhone: true, cell: (row) => row.device ?? NOTHING },
    {
      id: 'decision',
      label: t('Decision'),
      cell: ({ decided }) => {
        if (!decided)
          return (
            <Badge tone="warn" icon="clock">
              {t('Open')}
            </Badge>
          );
        const { text, tone, icon } = decisionWords(decided.decision);
        return (
          <Badge tone={tone} icon={icon}>
            {t('{decision} by {name}', { decision: text, name: decided.by })}
          </Badge>
        );
      },
    },
  ];
}
