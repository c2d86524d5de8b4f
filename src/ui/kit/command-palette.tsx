import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../i18n';
import { Icon } from '../icon';
import { Text } from '../layout';
import { DeskIcon, type DeskIconName } from './desk-icon';
import { Kbd } from './kbd';
import { Modal } from './modal';
import { useListens } from './typed-ahead';

export interface Command {
  id: string;
  label: string;
  /** A second, quieter part: where it belongs, what it shows. */
  hint?: ReactNode;
  /** What it is for, in a line below. */
  about?: string | undefined;
  icon?: DeskIconName;
  /** Words it is also found by. */
  also?: string;
  run: () => void;
}
export interface CommandGroup {
  label: string;
  commands: readonly Command[];
  /** Already chosen by somebody else (the server): shown as given, not filtered here. */
  found?: boolean;
}

const Search = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    paddingInline: '4',
    minHeight: '3.25rem',
    borderBottomWidth: '1px',
    borderBottomStyle: 'solid',
    borderColor: 'line',
  },
});
const Input = chakra('input', {
  base: { flex: '1', minWidth: 0, height: '3.25rem', fontSize: '1rem', _focus: { outline: 'none' } },
});
const List = chakra('div', {
  base: { overflowY: 'auto', padding: '2', maxHeight: 'min(26rem, 60dvh)', scrollPaddingBlock: '2rem' },
});
const Group = chakra('div');
const Item = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '2.5rem',
    paddingInline: '3',
    paddingBlock: '1',
    borderRadius: 'small',
    cursor: 'pointer',
    _selected: {
      background: 'accent-soft',
      color: 'accent-ink',
      'html[data-theme=contrast] &': { outline: '2px solid currentColor' },
    },
  },
});

/** 0 when it does not fit; higher for the start of the label, then of a word, then anywhere. */
function scoreOf(query: string, { label, about = '', also = '' }: Command): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const name = label.toLowerCase();
  const text = `${name} ${also.toLowerCase()} ${about.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return 0;
  if (name.startsWith(query.toLowerCase())) return 3;
  return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 2 : 1;
}

/** What fits the query, best first; with an empty query everything in its order. */
export function filterCommands(groups: readonly CommandGroup[], query: string, limit = 8): CommandGroup[] {
  return groups
    .map((group) => {
      if (group.found) return group;
      const fitting = query.trim()
        ? group.commands
            .map((command) => ({ command, score: scoreOf(query.trim(), command) }))
            .filter(({ score }) => score > 0)
            .sort((a, b) => b.score - a.score)
            .map(({ command }) => command)
        : group.commands;
      return { ...group, commands: fitting.slice(0, limit) };
    })
    .filter(({ commands }) => commands.length > 0);
}

/** One field for everything there is to open or do. Arrow keys choose, Enter runs, Esc closes. */
export function CommandPalette({
  title,
  placeholder,
  query,
  onQuery,
  groups,
  status,
  onClose,
}: {
  title: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly CommandGroup[];
  /** What the search is doing: "Searching loans…", "No network". */
  status?: ReactNode;
  onClose: () => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = filterCommands(groups, query);
  const flat = shown.flatMap(({ commands }) => commands);
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    flat.findIndex((command) => command.id === chosen),
  );
  const current = flat[at];

  useListens('palette', true, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is to be brought into sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && flat.length) setChosen(flat[(at + step + flat.length) % flat.length]?.id);
    else if (event.key === 'Enter') run(current);
    else return;
    event.preventDefault();
  }
  const optionId = (command: Command) => `${id}-${command.id.replace(/\W/g, '_')}`;

  return (
    <Modal title={title} bare at="top" onClose={onClose}>
      <Search>
        <Icon name="search" />
        <Input
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current && optionId(current)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setChosen(undefined);
            onQuery(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </Search>
      <List ref={list} id={`${id}-list`} role="listbox" aria-label={title}>
        {shown.map((group) => (
          <Group key={group.label} role="group" aria-label={group.label}>
            <Text size="tiny" tone="muted" strong paddingX="3" paddingTop="2" paddingBottom="1" aria-hidden="true">
              {group.label}
            </Text>
            {group.commands.map((command) => (
              <Item
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === current}
                onPointerMove={() => setChosen(command.id)}
                onClick={() => run(command)}
              >
                {command.icon && <DeskIcon name={command.icon} />}
                <span style={{ flex: 1 }}>
                  {command.label}
                  {command.about && (
                    <Text size="small" tone="muted">
                      {command.about}
                    </Text>
                  )}
                </span>
                {command.hint && (
                  <Text as="span" size="small" tone="muted">
                    {command.hint}
                  </Text>
                )}
              </Item>
            ))}
          </Group>
        ))}
        {(status || flat.length === 0) && (
          <Text tone="muted" padding="3" role="status">
            {status ?? t('Nothing is called “{query}”.', { query: query.trim() })}
          </Text>
        )}
      </List>
    </Modal>
  );
}
