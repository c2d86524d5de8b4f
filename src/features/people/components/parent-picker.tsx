import { useDeferredValue, useState } from 'react';
import type { Role } from '../../../../core/domain/roles';
import { t } from '../../../i18n';
import { Field, Icon, Select, Stack, TextInput } from '../../../ui';
import { roleWord } from '../people-words';
import { useParents } from '../queries';

/** More than so many are searched for by name. */
const MOST = 50;
const SELF = 'self';

/** Who stands above: the user, or one of the user's people who may. */
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
  /** Empty for the user. */
  value: string;
  onChange: (id: string, name: string) => void;
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
  const options = [
    ...(self === undefined ? [] : [{ value: SELF, label: t('Me') }]),
    ...rows
      .filter(({ id }) => id !== self)
      .map((row) => ({ value: row.id, label: `${row.fullName} · ${roleWord(row.role, row.subRole)}` })),
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
        error={error}
        hint={
          parents.data?.length === 0 && self === undefined
            ? t('Nobody of your people may stand above this user.')
            : undefined
        }
      >
        <Select
          value={options.some((option) => option.value === value) ? value : self === undefined ? '' : SELF}
          placeholder={t('Choose')}
          onChange={(id) => onChange(id === SELF ? '' : id, options.find((option) => option.value === id)?.label ?? '')}
          options={options}
        />
      </Field>
    </Stack>
  );
}
