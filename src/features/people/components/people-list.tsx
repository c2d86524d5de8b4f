import { type ReactNode, useCallback } from 'react';
import { listPeople } from '../../../../core/contract/people';
import { KIND_WORDS, PROFILE_KINDS, type ProfileKind } from '../../../../core/domain/people';
import { t } from '../../../i18n';
import { EntityList, type Listing } from '../../lists';
import { DRA_WORDS, peopleColumns, STATE_WORDS } from '../people-columns';
import { PersonPanel } from './person-panel';

/** The one list of people: every screen of people is this one with a title, some kinds and a way to make more. */
export function PeopleList({
  name,
  title,
  kinds,
  wide = false,
  actions,
}: {
  /** Names its columns and page size for the user. */
  name: string;
  title: string;
  /** Empty for all. */
  kinds: readonly ProfileKind[];
  /** Starts with every column. */
  wide?: boolean;
  actions?: ReactNode;
}) {
  const columns = useCallback(({ zone }: Listing<typeof listPeople>) => peopleColumns(zone, wide), [wide]);
  return (
    <EntityList
      name={name}
      under="people"
      from={listPeople}
      ask={{ kind: kinds.join(',') || undefined }}
      sizes
      title={title}
      noun={t('users')}
      actions={actions}
      columns={columns}
      searchLabel={t('Name, user name, email, mobile')}
      filters={{
        kind: {
          label: t('Kind'),
          values: kinds.length > 0 ? kinds : PROFILE_KINDS,
          several: true,
          words: (kind) => t(KIND_WORDS[kind as ProfileKind].many),
          counts: (data) => data.counts,
        },
        state: { label: t('State'), values: ['inactive', 'all'], words: (one) => t(STATE_WORDS[one]) },
        dra: { label: t('DRA certificate'), words: (one) => t(DRA_WORDS[one]) },
      }}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.fullName}
      opens="user"
      panel={({ id, close }) => <PersonPanel key={id} id={id} onClose={close} />}
      empty={{
        icon: 'me',
        title: t('Nobody yet'),
        text: t('Users appear here once they are created.'),
        action: actions,
      }}
    />
  );
}
