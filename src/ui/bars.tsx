import { chakra } from '@chakra-ui/react/styled-system';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { t } from '../i18n';
import { Icon, type IconName } from './icon';
import { Link } from './link';

const Top = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'bar',
    background: 'surface',
    borderBottomWidth: 'var(--edge)',
    borderBottomStyle: 'solid',
    borderColor: 'line',
    paddingTop: 'env(safe-area-inset-top)',
  },
});
const TopRow = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '3.5rem',
    paddingInline: '4',
    maxWidth: 'page',
    marginInline: 'auto',
  },
});
const Title = chakra('h1', {
  base: { fontSize: 'title', fontWeight: 'bold', letterSpacing: '-0.012em', flex: '1', minWidth: 0, lineHeight: 1.2 },
});
const Back = chakra(Link, {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '12',
    marginInlineStart: '-3',
    borderRadius: 'full',
    color: 'accent-ink',
    _hover: { background: 'accent-soft' },
  },
});

/**
 * One step back in the history where that is the same page: its list is where it was left, and the phone's own Back never
 * returns to what was left by this one. Browsers that do not tell the history replace the page.
 */
function stepBack(event: MouseEvent<HTMLAnchorElement>): void {
  const { navigation } = window as { navigation?: Pick<Navigation, 'currentEntry' | 'entries'> };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (before?.url !== event.currentTarget.href) return;
  event.preventDefault();
  history.back();
}

/** What sits under the title on every screen of an area (the field's sync strip); its layout provides it. */
export const AppBarBelow = createContext<ReactNode>(null);

/** The title bar of a field page. `back` is a path; the area's strip sits below unless `below` says otherwise. */
export function AppBar({
  title,
  back,
  backLabel = t('Back'),
  actions,
  below,
}: {
  title: ReactNode;
  back?: string;
  backLabel?: string;
  actions?: ReactNode;
  below?: ReactNode;
}) {
  const strip = useContext(AppBarBelow);
  return (
    <Top>
      <TopRow>
        {back && (
          <Back to={back} replace onClick={stepBack} aria-label={backLabel}>
            <Icon name="back" size="1.5rem" />
          </Back>
        )}
        <Title>{title}</Title>
        {actions}
      </TopRow>
      {below ?? strip}
    </Top>
  );
}

const Bottom = chakra('nav', {
  base: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: 'bar',
    background: 'surface',
    borderTopWidth: 'var(--edge)',
    borderTopStyle: 'solid',
    borderColor: 'line',
    paddingBottom: 'env(safe-area-inset-bottom)',
  },
});
const Tabs = chakra('ul', {
  base: { display: 'flex', maxWidth: 'page', marginInline: 'auto', '& > li': { flex: '1' } },
});
const Tab = chakra(Link, {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: { base: 'column', sm: 'row' },
    alignItems: 'center',
    justifyContent: 'center',
    gap: { base: '0.5', sm: '2' },
    minHeight: '3.75rem',
    paddingBlock: '1',
    fontSize: '0.8125rem',
    fontWeight: 'medium',
    color: 'muted',
    _currentPage: {
      color: 'accent-ink',
      fontWeight: 'bold',
      _before: {
        content: '""',
        position: 'absolute',
        top: 'calc(-1 * var(--edge))',
        insetInline: '22%',
        height: '3px',
        background: 'accent',
        borderRadius: '0 0 3px 3px',
      },
    },
    _focusVisible: { outlineOffset: '-4px' },
  },
});
const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '1',
    insetInlineStart: 'calc(50% + 0.4rem)',
    minWidth: '1.25rem',
    height: '1.25rem',
    paddingInline: '1',
    borderRadius: 'full',
    display: 'grid',
    placeItems: 'center',
    background: 'danger-solid',
    color: '#fff',
    fontSize: '0.75rem',
    fontWeight: 'bold',
  },
});

export interface BottomBarItem {
  to: string;
  label: string;
  icon: IconName;
  active: boolean;
  /** A number that needs attention, with its words for screen readers. */
  badge?: { count: number; label: string };
}

/** The four places of the field app, within the thumb's reach. */
export function BottomBar({ items }: { items: readonly BottomBarItem[] }) {
  return (
    <Bottom aria-label={t('Main')}>
      <Tabs>
        {items.map((item) => (
          <li key={item.to}>
            <Tab to={item.to} aria-current={item.active ? 'page' : undefined}>
              <Icon name={item.icon} size="1.5rem" />
              {item.label}
              {!!item.badge?.count && (
                <Count role="img" aria-label={item.badge.label}>
                  {item.badge.count > 99 ? '99+' : item.badge.count}
                </Count>
              )}
            </Tab>
          </li>
        ))}
      </Tabs>
    </Bottom>
  );
}

/** The body of a field page: one column, room for the bottom bar. */
export const PageBody = chakra('main', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    maxWidth: 'page',
    marginInline: 'auto',
    paddingInline: '4',
    paddingTop: '4',
    paddingBottom: 'calc(6rem + env(safe-area-inset-bottom))',
  },
});
