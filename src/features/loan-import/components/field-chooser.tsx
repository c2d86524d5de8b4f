/** Which field a column becomes: searched by its name, its group, or the headers by which lenders call it. */
import { type KeyboardEvent, useState } from 'react';
import { FIELD_GROUPS, type FileKind, fieldsOf, type LoanField, synonymsOf } from '../../../../core/domain/loan-import';
import { said, t } from '../../../i18n';
import { chakra, Icon, Stack, Text, TextInput } from '../../../ui';
import { MenuButton } from '../../../ui/kit';

const Opener = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: 'full',
    minHeight: 'control',
    paddingInline: '3',
    textAlign: 'start',
    background: 'surface',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    borderRadius: 'small',
    _hover: { borderColor: 'ink' },
    '&[data-empty]': { borderStyle: 'dashed', color: 'muted' },
  },
});
const Choice = chakra('button', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '3',
    width: 'full',
    minHeight: { base: '2.75rem', md: '2rem' },
    paddingInline: '2',
    borderRadius: 'small',
    textAlign: 'start',
    alignItems: 'center',
    _hover: { background: 'sunken' },
    _focusVisible: { background: 'accent-soft' },
    '&[aria-pressed=true]': { fontWeight: 'bold', color: 'accent-ink' },
  },
});

/** Fields that fit what was typed, in the order of the groups. */
export function fittingFields(fields: readonly LoanField[], typed: string): readonly LoanField[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return fields.filter(({ id, label }) => {
    const text = [id, label, said(label), ...synonymsOf(id)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Up and down go from choice to choice. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

export function FieldChooser({
  kind,
  label,
  value,
  takenBy,
  none,
  onChoose,
}: {
  kind: FileKind;
  /** Names the button and its panel. */
  label: string;
  value: string | null;
  /** The header that a field is taken from already. */
  takenBy: (field: string) => string | undefined;
  /** The words of choosing no field. */
  none: string;
  onChoose: (field: LoanField['id'] | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const all = fieldsOf(kind);
  const chosen = all.find(({ id }) => id === value);
  const fitting = fittingFields(all, typed);
  const words = chosen ? said(chosen.label) : none;
  return (
    <MenuButton
      label={label}
      align="start"
      trigger={(props) => (
        <Opener type="button" aria-label={`${label}: ${words}`} data-empty={chosen ? undefined : ''} {...props}>
          <Text as="span" flex="1" truncate strong={chosen !== undefined}>
            {words}
          </Text>
          <Icon name="down" />
        </Opener>
      )}
    >
      {(close) => {
        const choose = (field: LoanField['id'] | null) => {
          setTyped('');
          close();
          onChoose(field);
        };
        return (
          <Stack gap="2" minWidth="17rem" onKeyDown={moveFocus}>
            <TextInput
              type="search"
              aria-label={t('Search the fields')}
              placeholder={t('Search')}
              before={<Icon name="search" />}
              value={typed}
              onChange={setTyped}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && typed.trim() && fitting[0]) choose(fitting[0].id);
              }}
            />
            {chosen && !typed && (
              <Choice type="button" onClick={() => choose(null)}>
                {none}
              </Choice>
            )}
            {FIELD_GROUPS.map((group) => {
              const fields = fitting.filter((field) => field.group === group.id);
              if (fields.length === 0) return null;
              return (
                <Stack key={group.id} gap="0" role="group" aria-label={said(group.label)}>
                  <Text as="span" size="tiny" tone="muted" strong paddingX="2" aria-hidden="true">
                    {said(group.label)}
                  </Text>
                  {fields.map((field) => {
                    const other = field.id === value || field.join ? undefined : takenBy(field.id);
                    return (
                      <Choice
                        key={field.id}
                        type="button"
                        aria-pressed={field.id === value}
                        onClick={() => choose(field.id)}
                      >
                        <span>
                          {said(field.label)}
                          {field.required && <span aria-hidden="true"> *</span>}
                        </span>
                        {other !== undefined && (
                          <Text as="span" size="tiny" tone="muted" truncate maxWidth="8rem">
                            {t('now {header}', { header: other })}
                          </Text>
                        )}
                      </Choice>
                    );
                  })}
                </Stack>
              );
            })}
            {fitting.length === 0 && (
              <Text tone="muted" padding="2" role="status">
                {t('Nothing is called “{typed}”.', { typed })}
              </Text>
            )}
          </Stack>
        );
      }}
    </MenuButton>
  );
}
