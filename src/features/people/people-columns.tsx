/** Lists of people: columns and filters. */
import type { PersonRow } from '../../../core/contract/people';
import { KIND_WORDS, PROFILE_KINDS } from '../../../core/domain/people';
import { t } from '../../i18n';
import { Badge, DateText, Row, Stack, Text } from '../../ui';
import type { Column, Filter } from '../../ui/kit';
import { DraBadge } from './components/dra-badge';
import { roleWord } from './people-words';

export function peopleColumns(zone: string, wide: boolean): Column<PersonRow>[] {
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
    { id: 'role', label: t('Role'), sort: { by: 'role' }, cell: (row) => roleWord(row.role, row.subRole) },
    { id: 'username', label: t('User name'), cell: (row) => row.username },
    { id: 'mobile', label: t('Mobile'), cell: (row) => row.mobile ?? '–' },
    { id: 'email', label: t('Email'), hidden: !wide, cell: (row) => row.email ?? '–', notOnPhone: true },
    { id: 'manager', label: t('Reports to'), sort: { by: 'manager' }, cell: (row) => row.managerName ?? '–' },
    { id: 'agency', label: t('Agency'), sort: { by: 'agency' }, cell: (row) => row.agencyName ?? '–' },
    { id: 'location', label: t('Location'), hidden: !wide, cell: (row) => row.location ?? '–', notOnPhone: true },
    {
      id: 'convox',
      label: t('ConVox user name'),
      hidden: !wide,
      cell: (row) => row.convoxUsername ?? '–',
      notOnPhone: true,
    },
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
    {
      id: 'created',
      label: t('Created'),
      hidden: !wide,
      sort: { by: 'created', first: 'desc' },
      cell: (row) => <DateText value={row.createdAt} zone={zone} />,
      notOnPhone: true,
    },
  ];
}

export const FILTER_NAMES = ['kind', 'state', 'dra'] as const;

/** `kinds`: how many there are of each, of those the list is about. */
export function peopleFilters(kinds: readonly string[], counts: Readonly<Record<string, number>>): Filter[] {
  const shown = PROFILE_KINDS.filter((kind) => (kinds.length === 0 || kinds.includes(kind)) && (counts[kind] ?? 0) > 0);
  return [
    {
      name: 'kind',
      label: t('Kind'),
      options: shown.map((kind) => ({ value: kind, label: t(KIND_WORDS[kind].many), hint: String(counts[kind] ?? 0) })),
    },
    {
      name: 'state',
      label: t('State'),
      single: true,
      options: [
        { value: 'inactive', label: t('Not active') },
        { value: 'all', label: t('Active and not active') },
      ],
    },
    {
      name: 'dra',
      label: t('DRA certificate'),
      single: true,
      options: [
        { value: 'ending', label: t('Ends within 30 days') },
        { value: 'expired', label: t('Expired') },
        { value: 'missing', label: t('Missing') },
      ],
    },
  ];
}

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
