import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n';
import { Button } from '../button';
import { Icon } from '../icon';
import { TextInput } from '../inputs';
import { Row, Stack, Text } from '../layout';
import { DeskIcon } from './desk-icon';
import { MenuButton } from './menu-button';
import { type Option, TickList } from './multi-select';
import { useShortcuts } from './shortcuts';
import type { TableQuery } from './table-query';
import type { TableSettings } from './table-settings';
import { usePhone } from './use-media';

export interface Filter {
  /** Its name in the address. */
  name: string;
  label: string;
  options: readonly Option[];
  /** Only one value at a time. */
  single?: boolean;
  /** Instead of options: fields that make one value ('' for none), and how a value is read. */
  fields?: (value: string, onChange: (value: string) => void) => ReactNode;
  wordsOf?: (value: string) => string;
}

/** One line that wraps. On a phone the search has a line of its own. */
const Line = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2', flexWrap: 'wrap' } });
const SearchPlace = chakra('search', {
  base: { flex: { base: '1 0 100%', sm: '1 0 13rem' }, maxWidth: { base: 'none', sm: '28rem' } },
});
/** The filters: on a phone one line that scrolls sideways, up to the card's edges. */
const Filters = chakra('div', {
  base: {
    display: { base: 'flex', sm: 'contents' },
    gap: '2',
    flex: '1 0 calc(100% + 2rem)',
    minWidth: '0',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    marginInline: '-4',
    paddingInline: '4',
    paddingBlock: '0.5',
    '& > *': { flex: 'none' },
  },
});
const Gap = chakra('span', { base: { flex: '1', display: { base: 'none', sm: 'block' } } });
const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '1.875rem',
    paddingInline: '2.5',
    borderRadius: 'full',
    background: 'accent-soft',
    color: 'accent-ink',
    fontSize: 'small',
    fontWeight: 'medium',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'transparent',
    _hover: { borderColor: 'accent-ink' },
    'html[data-theme=contrast] &': { borderColor: 'currentColor' },
  },
});

/** Typing waits this long before it becomes a question to the server, in milliseconds. */
const TYPING_MS = 250;

/** A search that follows what is typed; Enter asks at once, Esc empties it, `/` goes there from anywhere. */
function SearchBox({ label, q, onSearch }: { label: string; q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const [seen, setSeen] = useState(q);
  const phone = usePhone();
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(q);
  if (q !== seen) {
    // The address changed otherwise: back, a saved view, a chip.
    setSeen(q);
    if (q !== typed.trim()) setTyped(q);
  }
  useShortcuts([
    {
      keys: '/',
      label: t('Search: {label}', { label }),
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);
  useEffect(() => {
    sent.current = q;
  }, [q]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      // Enter has asked already. To ask again is to change the address, and may undo a way that was taken meanwhile.
      if (typed.trim() !== sent.current) onSearch(typed.trim());
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={phone ? label : `${label}  ( / )`}
      autoComplete="off"
      spellCheck={false}
      before={<Icon name="search" />}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSearch(typed.trim());
        else if (event.key === 'Escape' && typed) {
          event.stopPropagation();
          setTyped('');
          onSearch('');
        }
      }}
    />
  );
}

/** Search, filters with their chips, columns and density: what stands above a list. */
export function FilterBar({
  searchLabel,
  query,
  onChange,
  filters,
  settings,
  columns,
  children,
}: {
  searchLabel: string;
  query: TableQuery;
  onChange: (part: Partial<TableQuery>) => void;
  filters: readonly Filter[];
  settings: TableSettings;
  columns: readonly { id: string; label: string; always?: boolean }[];
  /** Further buttons at the end. */
  children?: ReactNode;
}) {
  const search = useRef((q: string) => onChange({ q }));
  useEffect(() => {
    search.current = (q: string) => onChange({ q });
  });
  const [ask] = useState(() => (q: string) => search.current(q));
  const chosen = (name: string) => query.filters[name] ?? [];
  const choose = (filter: Filter, values: readonly string[]) => {
    const next = filter.single ? values.slice(-1) : values;
    const { [filter.name]: _, ...rest } = query.filters;
    onChange({ filters: next.length ? { ...rest, [filter.name]: next } : rest });
  };
  const chips = filters.flatMap((filter) =>
    chosen(filter.name).map((value) => ({
      filter,
      value,
      label: filter.options.find((option) => option.value === value)?.label ?? filter.wordsOf?.(value) ?? value,
    })),
  );
  return (
    <Stack gap="2.5" paddingX="4" paddingY="3">
      <Line>
        <SearchPlace>
          <SearchBox label={searchLabel} q={query.q} onSearch={ask} />
        </SearchPlace>
        <Filters>
          {filters.map((filter) => (
            <MenuButton
              key={filter.name}
              label={filter.label}
              align="start"
              trigger={(props) => (
                <Button {...props} look={chosen(filter.name).length ? 'soft' : 'quiet'} fontWeight="medium">
                  {filter.label}
                  {chosen(filter.name).length > 0 && ` · ${chosen(filter.name).length}`}
                  <Icon name="down" size="1rem" />
                </Button>
              )}
            >
              {filter.fields ? (
                filter.fields(chosen(filter.name)[0] ?? '', (value) => choose(filter, value ? [value] : []))
              ) : (
                <TickList
                  options={filter.options}
                  value={chosen(filter.name)}
                  onChange={(values) => choose(filter, values)}
                />
              )}
            </MenuButton>
          ))}
          <Gap />
          {children}
          <MenuButton
            label={t('Columns and density')}
            trigger={(props) => (
              <Button {...props} fontWeight="medium" aria-label={t('Columns and density')}>
                <DeskIcon name="columns" />
                {t('View')}
              </Button>
            )}
          >
            <Stack gap="2">
              <Text size="small" tone="muted" strong paddingX="2" paddingTop="1">
                {t('Rows')}
              </Text>
              <Row gap="1" paddingX="2">
                {(['compact', 'roomy'] as const).map((density) => (
                  <Button
                    key={density}
                    small
                    look={settings.density === density ? 'soft' : 'quiet'}
                    aria-pressed={settings.density === density}
                    onClick={() => settings.setDensity(density)}
                  >
                    {density === 'compact' ? t('Compact') : t('Roomy')}
                  </Button>
                ))}
              </Row>
              <Text size="small" tone="muted" strong paddingX="2" paddingTop="1">
                {t('Columns')}
              </Text>
              <TickList
                searchFrom={Number.POSITIVE_INFINITY}
                options={columns
                  .slice(1)
                  .filter(({ always }) => !always)
                  .map(({ id, label }) => ({ value: id, label }))}
                value={columns.filter(settings.isShown).map(({ id }) => id)}
                onChange={(ids) => {
                  for (const column of columns)
                    if (!column.always && settings.isShown(column) !== ids.includes(column.id))
                      settings.toggle(column.id);
                }}
              />
              <Button small look="plain" onClick={settings.reset}>
                {t('As it came')}
              </Button>
            </Stack>
          </MenuButton>
        </Filters>
      </Line>
      {chips.length > 0 && (
        <Row gap="1.5">
          {chips.map(({ filter, value, label }) => (
            <Chip
              key={`${filter.name}.${value}`}
              type="button"
              aria-label={t('Remove the filter {filter}: {label}', { filter: filter.label, label })}
              onClick={() =>
                choose(
                  filter,
                  chosen(filter.name).filter((one) => one !== value),
                )
              }
            >
              {filter.label}: {label}
              <Icon name="close" size="0.875rem" />
            </Chip>
          ))}
          <Button small look="plain" onClick={() => onChange({ filters: {}, q: '' })}>
            {t('Clear all')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
