import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { t } from '../../i18n';
import { Button, IconButton } from '../button';
import { TextInput } from '../inputs';
import { Row, Stack } from '../layout';
import { showToast } from '../toast-store';
import { useKept } from './kept';
import { MenuButton } from './menu-button';

export interface SavedView {
  name: string;
  /** The list's part of the address, as `writeTableQuery` writes it. */
  search: string;
}

const Tabs = chakra('div', {
  base: {
    display: 'flex',
    gap: '1',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    paddingInline: '4',
    alignItems: 'center',
    // One line that scrolls: nothing in it is pressed together.
    '& > *': { flex: 'none', whiteSpace: 'nowrap' },
  },
});
const Tab = chakra('button', {
  base: {
    minHeight: '2.5rem',
    paddingInline: '2.5',
    whiteSpace: 'nowrap',
    color: 'muted',
    fontWeight: 'medium',
    borderBottom: '3px solid transparent',
    borderTop: '3px solid transparent',
    _hover: { color: 'ink' },
    _pressed: { color: 'accent-ink', fontWeight: 'bold', borderBottomColor: 'accent' },
    _focusVisible: { outlineOffset: '-3px' },
  },
});

/** Lists one comes back to, as tabs: those that come with the screen, then the user's own. */
export function SavedViews({
  name,
  builtIn,
  search,
  onChoose,
}: {
  /** Names the list whose views these are. */
  name: string;
  builtIn: readonly SavedView[];
  /** What is shown now. */
  search: string;
  onChoose: (search: string) => void;
}) {
  const [own, setOwn] = useKept<readonly SavedView[]>(`views.${name}`, []);
  const [title, setTitle] = useState('');
  const known = [...builtIn, ...own];
  const current = known.find((view) => view.search === search);
  const mine = own.find((view) => view === current);
  return (
    <Tabs role="group" aria-label={t('Saved views')}>
      {known.map((view) => (
        <Tab key={view.name} type="button" aria-pressed={view === current} onClick={() => onChoose(view.search)}>
          {view.name}
        </Tab>
      ))}
      {!current && (
        <MenuButton
          label={t('Save this view')}
          align="start"
          trigger={(props) => (
            <Button small look="plain" icon="plus" {...props}>
              {t('Save this view')}
            </Button>
          )}
        >
          {(close) => (
            <Stack
              as="form"
              gap="2"
              padding="1"
              onSubmit={(event) => {
                event.preventDefault();
                const wanted = title.trim();
                if (!wanted || known.some((view) => view.name === wanted)) return;
                setOwn([...own, { name: wanted, search }]);
                setTitle('');
                close();
              }}
            >
              <TextInput
                aria-label={t('Name of the view')}
                placeholder={t('Name')}
                maxLength={40}
                value={title}
                onChange={setTitle}
              />
              <Button type="submit" look="primary" small>
                {t('Save view')}
              </Button>
            </Stack>
          )}
        </MenuButton>
      )}
      {mine && (
        <Row>
          <IconButton
            icon="trash"
            label={t('Remove the view {name}', { name: mine.name })}
            onClick={() => {
              setOwn(own.filter((view) => view !== mine));
              showToast(t('View {name} removed', { name: mine.name }), {
                action: { label: t('Undo'), onClick: () => setOwn([...own.filter((view) => view !== mine), mine]) },
              });
            }}
          />
        </Row>
      )}
    </Tabs>
  );
}
