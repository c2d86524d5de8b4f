import { Suspense, useState } from 'react';
import type { Profile } from '../../../core/contract/auth';
import { parseRole, roleLabel } from '../../../core/domain/roles';
import { PasswordSheet, roleWords } from '../../features/auth';
import { currentLanguage, said, t } from '../../i18n';
import { LANGUAGES } from '../../i18n/language-choice';
import { deskPaths, paths, profileLinkFor } from '../../routes';
import { Box, chakra, chooseLanguage, Icon, Link, LinkButton, Mark, Text, type Theme, useTheme } from '../../ui';
import { DeskIcon, Kbd, MenuButton } from '../../ui/kit';

const Top = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'bar',
    display: 'flex',
    alignItems: 'center',
    gap: { base: '2', md: '3' },
    paddingInline: { base: '3', md: '5' },
    paddingTop: 'env(safe-area-inset-top)',
    height: 'calc(3.25rem + env(safe-area-inset-top))',
    background: 'surface',
    borderBottomWidth: 'var(--edge)',
    borderBottomStyle: 'solid',
    borderColor: 'line',
  },
});
const Jump = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flex: '9',
    maxWidth: '26rem',
    minWidth: '0',
    minHeight: { base: '2.75rem', md: '2.25rem' },
    paddingInline: '3',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'canvas',
    color: 'muted',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    _hover: { borderColor: 'ink', color: 'ink' },
  },
});
const Round = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: { base: '11', md: '9' },
    flex: 'none',
    borderRadius: 'small',
    color: 'muted',
    _hover: { background: 'sunken', color: 'ink' },
    _expanded: { background: 'sunken', color: 'ink' },
  },
});
const Person = chakra('div', {
  base: {
    display: { base: 'none', sm: 'block' },
    textAlign: 'end',
    lineHeight: 1.25,
    minWidth: 0,
    // Beside the menu a tablet has room for the name or for the search; the search is what the bar is for.
    maxWidth: { base: '14rem', md: '8.5rem', lg: '14rem' },
  },
});
const PersonLink = chakra(Link, {
  base: {
    display: 'block',
    fontWeight: 'bold',
    color: 'accent-ink',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    _hover: { textDecoration: 'underline' },
  },
});
const Option = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: 'full',
    minHeight: '2.25rem',
    paddingInline: '2.5',
    borderRadius: 'small',
    textAlign: 'start',
    _hover: { background: 'sunken' },
    _checked: { fontWeight: 'bold', color: 'accent-ink' },
  },
});

const themes = [
  { value: 'system', label: 'Like the system', icon: 'phone' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'contrast', label: 'High contrast', icon: 'contrast' },
] as const satisfies { value: Theme; label: string; icon: string }[];

function ThemeMenu() {
  const { theme, choose } = useTheme();
  const now = themes.find(({ value }) => value === theme) ?? themes[0];
  return (
    <MenuButton
      label={t('Theme')}
      trigger={(props) => (
        <Round
          type="button"
          aria-label={t('Theme: {label}', { label: t(now.label) })}
          title={t('Theme: {label}', { label: t(now.label) })}
          {...props}
        >
          <Icon name={now.value === 'system' ? 'contrast' : now.icon} />
        </Round>
      )}
    >
      {(close) => (
        <div role="radiogroup" aria-label={t('Theme')}>
          {themes.map(({ value, label, icon }) => (
            <Option
              key={value}
              type="button"
              role="radio"
              aria-checked={value === theme}
              onClick={() => {
                choose(value);
                close();
              }}
            >
              <Icon name={icon} />
              <span style={{ flex: 1 }}>{t(label)}</span>
              {value === theme && <Icon name="check" size="1rem" />}
            </Option>
          ))}
        </div>
      )}
    </MenuButton>
  );
}

function LanguageMenu() {
  const now = LANGUAGES.find(({ tag }) => tag === currentLanguage());
  return (
    <MenuButton
      label={t('Language')}
      trigger={(props) => (
        <Round type="button" aria-label={t('Language')} title={t('Language')} {...props}>
          <span lang={now?.tag}>{now?.name.slice(0, 2)}</span>
        </Round>
      )}
    >
      {(close) => (
        <div role="radiogroup" aria-label={t('Language')}>
          {LANGUAGES.map(({ tag, name }) => (
            <Option
              key={tag}
              type="button"
              role="radio"
              lang={tag}
              aria-checked={tag === now?.tag}
              onClick={() => {
                close();
                if (tag !== now?.tag) void chooseLanguage(tag);
              }}
            >
              <span style={{ flex: 1 }}>{name}</span>
              {tag === now?.tag && <Icon name="check" size="1rem" />}
            </Option>
          ))}
        </div>
      )}
    </MenuButton>
  );
}

/** The telecaller's label is the specification's (2.5), letter for letter; everybody else's is a word. */
const shownRole = (stored: string): string =>
  parseRole(stored) === 'CRM_TELECALLER' ? said(roleLabel(stored)) : roleWords(stored);
/** What stands under the name of who is signed in: role and house. */
export const roleLine = ({ role, agencyName, tenant }: Profile): string =>
  `${shownRole(role.name)} · ${agencyName ?? tenant.name}`;

/** Where a telecaller's alerts stand: they need the way to the server, which is only there below this bar. */
export const ALERTS_PLACE = 'desk-alerts';

/** What is saved here and not yet sent, of those who carry loans; likewise. */
export const SAVED_PLACE = 'desk-saved';

/** Search and jump, theme, language, keys, who is signed in with their role, and the way out (specification 2.5). */
export function TopBar({ profile, onJump, onKeys }: { profile: Profile; onJump: () => void; onKeys: () => void }) {
  const own = profileLinkFor(profile.role);
  const [changing, setChanging] = useState(false);
  return (
    <Top>
      <Box display={{ base: 'block', md: 'none' }}>
        <Link to={paths.home()} aria-label={t('Recoup, to the start')}>
          <Mark size="2rem" />
        </Link>
      </Box>
      <Jump type="button" onClick={onJump} aria-haspopup="dialog" aria-keyshortcuts="Control+K">
        <Icon name="search" />
        <span style={{ flex: 1, textAlign: 'start', overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {t('Find a loan, a screen, an action')}
        </span>
        <Box as="span" display={{ base: 'none', lg: 'block' }}>
          <Kbd>Ctrl K</Kbd>
        </Box>
      </Jump>
      <Box flex="1" display={{ base: 'none', lg: 'block' }} />
      <Box id={SAVED_PLACE} flex="none" />
      <Box id={ALERTS_PLACE} flex="none" />
      <Box display={{ base: 'none', md: 'flex' }} gap="1">
        <LanguageMenu />
        <ThemeMenu />
        <Round type="button" aria-label={t('Keys')} title={t('Keys ( ? )')} onClick={onKeys}>
          <DeskIcon name="keyboard" />
        </Round>
      </Box>
      <Round
        type="button"
        aria-label={t('Change password')}
        title={t('Change password')}
        aria-haspopup="dialog"
        onClick={() => setChanging(true)}
      >
        <Icon name="lock" />
      </Round>
      <Person>
        {/* Whose role has no profile page still sees where they are signed in. */}
        <PersonLink to={own ?? deskPaths.signIns()} title={own ? t('Your profile') : t('Where I am signed in')}>
          {profile.fullName}
        </PersonLink>
        <Text size="tiny" tone="muted" truncate>
          {roleLine(profile)}
        </Text>
      </Person>
      <LinkButton to={paths.logout()} aria-label={t('Log out')} title={t('Log out')}>
        <Icon name="logout" />
        <Box as="span" display={{ base: 'none', lg: 'inline' }}>
          {t('Log out')}
        </Box>
      </LinkButton>
      <Suspense>{changing && <PasswordSheet onClose={() => setChanging(false)} />}</Suspense>
    </Top>
  );
}
