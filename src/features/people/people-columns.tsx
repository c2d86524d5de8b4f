/** Lists of people: their columns, and the words of their filters. */
import type { PersonRow } from '../../../core/contract/people';
import { t } from '../../i18n';
import { Badge, DateText, Row, Stack, Text } from '../../ui';
import { type Column, dayColumn, textColumn } from '../../ui/kit';
import { DraBadge } from './components/dra-badge';
import { roleWord } from './people-words';

export function peopleColumns(zone: string, wide: boolean): Column<PersonRow>[] {
  const more = { hidden: !wide, notOnPhone: true };
  return [
    {
      id: 'name',
      label: t('Name'),
      always: true,
      sort: { by: 'name' },
      cell: (row) => (
        <Row gap="2" tight>
          <Text as="span" strong truncate maxWidth="14rem" title={row.fullName}>
            {row.fullName}
          </Text>
          {!row.active && <Badge>{t('Not active')}</Badge>}
          {row.active && row.firstSignInDue && <Badge tone="promise">{t('First sign-in due')}</Badge>}
        </Row>
      ),
    },
    textColumn('role', t('Role'), (row) => roleWord(row.role, row.subRole), { sort: true }),
    textColumn('username', t('User name'), (row) => row.username),
    textColumn('mobile', t('Mobile'), (row) => row.mobile),
    textColumn('email', t('Email'), (row) => row.email, more),
    textColumn('manager', t('Reports to'), (row) => row.managerName, { sort: true }),
    textColumn('agency', t('Agency'), (row) => row.agencyName, { sort: true }),
    textColumn('location', t('Location'), (row) => row.location, more),
    textColumn('convox', t('ConVox user name'), (row) => row.convoxUsername, more),
    {
      id: 'dra',
      label: t('DRA valid until'),
      sort: { by: 'dra' },
      cell: (row) => <DraBadge validUntil={row.draValidUntil} zone={zone} />,
    },
    {
      id: 'seen',
      label: t('Last seen'),
      sort: { by: 'seen', first: 'desc' },
      cell: (row) => (row.lastSeenAt ? <DateText value={row.lastSeenAt} zone={zone} time /> : t('Never')),
    },
    dayColumn('created', t('Created'), (row) => row.createdAt, { zone, sort: true, ...more }),
  ];
}

export const STATE_WORDS = { active: 'Active', inactive: 'Not active', all: 'Active and not active' } as const;
export const DRA_WORDS = { ending: 'Ends within 30 days', expired: 'Expired', missing: 'Missing' } as const;

/** Name and role below each other, where a person is named in passing. */
export const PersonLine = ({ name, role }: { name: string; role: string }) => (
  <Stack gap="0" lineHeight={1.25}>
    <Text as="span" strong>
      {name}
    </Text>
    <Text as="span" size="small" tone="muted">
      {role}
    </Text>
  </Stack>
);
