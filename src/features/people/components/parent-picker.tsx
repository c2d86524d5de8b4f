import { useDeferredValue, useState } from 'react';
import { mayLead } from '../../../../core/domain/people';
import type { Role } from '../../../../core/domain/roles';
import { t } from '../../../i18n';
import { Field, Icon, Select, Stack, TextInput } from '../../../ui';
import { roleWord } from '../people-words';
import { useParents } from '../queries';

/** More than so many are searched for by name. */
const MOST = 50;
const SELF = 'self';

/** Somebody chosen, with what is needed to show them wherever the list of the moment does not hold them. */
export interface Superior {
  id: string;
  fullName: string;
  role: Role;
  subRole: string | null;
}

/** Why the chosen one cannot be meant, once somebody else's role was chosen; undefined while they may stand above. */
export function refusedSuperior(chosen: Superior | undefined, role: Role, subRole: string): string | undefined {
  if (!chosen || mayLead(chosen, { role, subRole: subRole || null })) return undefined;
  return t('{name} may not stand above this role. Choose again.', { name: chosen.fullName });
}

/**
 * Who stands above: the user, or one of the user's people who may. The server names at most 50 of them, those that fit
 * the search; the chosen one stays in the list, so that what is shown is always what is sent.
 */
export function ParentPicker({
  role,
  subRole,
  value,
  onChange,
  self,
  except,
  error,
  label = t('Reports to'),
}: {
  role: Role;
  subRole: string;
  /** Undefined for the user. One who may not lead this role is shown as not chosen, and why. */
  value: Superior | undefined;
  onChange: (chosen: Superior | undefined) => void;
  /** The user's own id; undefined where the user is offered as any other. */
  self?: string;
  /** Not this person and nobody below. */
  except?: string;
  error?: string | undefined;
  label?: string;
}) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const parents = useParents({ role, subRole, q, ...(except && { except }) });
  const rows = parents.data ?? [];
  const refused = refusedSuperior(value, role, subRole);
  const chosen = refused === undefined ? value : undefined;
  const offered: Superior[] = rows.filter(({ id }) => id !== self);
  if (chosen && !offered.some(({ id }) => id === chosen.id)) offered.unshift(chosen);
  const options = [
    ...(self === undefined ? [] : [{ value: SELF, label: t('Me') }]),
    ...offered.map((row) => ({ value: row.id, label: `${row.fullName} · ${roleWord(row.role, row.subRole)}` })),
  ];
  return (
    <Stack gap="2">
      {(rows.length >= MOST || typed !== '') && (
        <TextInput
          type="search"
          aria-label={t('Search who stands above')}
          placeholder={t('Name or user name')}
          before={<Icon name="search" />}
          value={typed}
          onChange={setTyped}
        />
      )}
      <Field
        label={label}
        required
        error={refused ?? error}
        hint={
          parents.data?.length === 0 && self === undefined
            ? t('Nobody of your people may stand above this user.')
            : undefined
        }
      >
        <Select
          value={chosen?.id ?? (refused !== undefined || self === undefined ? '' : SELF)}
          placeholder={t('Choose')}
          onChange={(id) => {
            const next = offered.find((row) => row.id === id);
            onChange(next && { id, fullName: next.fullName, role: next.role, subRole: next.subRole });
          }}
          options={options}
        />
      </Field>
    </Stack>
  );
}
