import { useState } from 'react';
import type { Profile } from '../../../core/contract/auth';
import { t } from '../../i18n';
import { activeEntry, barOf, deskPaths, type MenuLink, profileLinkFor } from '../../routes';
import { Box, chakra, Divider, Heading, Icon, LanguageLinks, Link, Sheet, Stack, Text, ThemeSwitch } from '../../ui';
import { DeskIcon } from '../../ui/kit';
import type { NavProps } from './side-nav';
import { roleLine } from './top-bar';

const Bar = chakra('nav', {
  base: {
    display: { base: 'block', md: 'none' },
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
const Places = chakra('ul', {
  base: { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
});
const place = {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.5',
    width: 'full',
    minHeight: '3.5rem',
    paddingInline: '0.5',
    // The longest word of five places beside each other stays whole.
    fontSize: '0.6875rem',
    fontWeight: 'medium',
    lineHeight: 1.15,
    textAlign: 'center',
    color: 'muted',
    // Not bold: a wider word would break into two lines where the others have one.
    '&[data-active]': { color: 'accent-ink', boxShadow: 'inset 0 3px 0 var(--c-accent)' },
    _focusVisible: { outlineOffset: '-3px' },
  },
} as const;
const Place = chakra(Link, place);
const Opener = chakra('button', place);
const Row = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '3rem',
    paddingInline: '3',
    borderRadius: 'small',
    fontSize: '1rem',
    _currentPage: { background: 'accent-soft', color: 'accent-ink', fontWeight: 'bold' },
  },
});

/** On a phone: the first four places at the bottom, everything in a drawer, with who is signed in above it. */
export function PhoneNav({ menu, at, onChoose, profile }: NavProps & { profile: Profile }) {
  const [open, setOpen] = useState(false);
  const active = activeEntry(menu, at);
  const places = barOf(menu);
  const page = profileLinkFor(profile.role);
  const own = page ?? deskPaths.signIns();
  // The top bar has no room for it here.
  const who = (
    <Box minWidth="0">
      <Text strong truncate>
        {profile.fullName}
      </Text>
      <Text size="small" tone="muted" truncate>
        {roleLine(profile)}
      </Text>
    </Box>
  );
  const choose = (link: MenuLink) => {
    setOpen(false);
    onChoose(link);
  };
  return (
    <>
      <Bar aria-label={t('Main')} data-keep-free>
        <Places>
          {places.map((link) => (
            <li key={link.label}>
              <Place
                to={link.to}
                aria-current={link === active ? 'page' : undefined}
                data-active={link === active || undefined}
                onClick={() => onChoose(link)}
              >
                <DeskIcon name={link.icon} size="1.5rem" />
                {t(link.label)}
              </Place>
            </li>
          ))}
          <li>
            <Opener
              type="button"
              aria-haspopup="dialog"
              data-active={(active && !places.includes(active)) || undefined}
              onClick={() => setOpen(true)}
            >
              <DeskIcon name="menu" size="1.5rem" />
              {t('Menu')}
            </Opener>
          </li>
        </Places>
      </Bar>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('Menu')} side="right">
        <Row
          to={own}
          title={page ? t('Your profile') : t('Where I am signed in')}
          aria-current={at.pathname === own ? 'page' : undefined}
          onClick={() => setOpen(false)}
        >
          <Icon name="me" size="1.5rem" />
          {who}
        </Row>
        <Divider marginY="2" />
        <Stack as="nav" gap="2" aria-label={t('Menu')}>
          {menu.map(({ label, items }) => (
            <Stack key={label ?? ''} gap="1">
              {label && (
                <Heading paddingX="3" paddingTop="2">
                  {t(label)}
                </Heading>
              )}
              {items.map((item) =>
                item.kind === 'link' ? (
                  <Row
                    key={item.label}
                    to={item.to}
                    aria-current={item === active ? 'page' : undefined}
                    onClick={() => choose(item)}
                  >
                    <DeskIcon name={item.icon} size="1.5rem" />
                    {t(item.label)}
                  </Row>
                ) : (
                  <Box key={item.label}>
                    <Text size="small" tone="muted" strong paddingX="3" paddingTop="2">
                      {t(item.label)}
                    </Text>
                    {item.links.map((link) => (
                      <Row
                        key={link.to}
                        to={link.to}
                        aria-current={link === active ? 'page' : undefined}
                        onClick={() => choose(link)}
                      >
                        <DeskIcon name={link.icon} size="1.5rem" />
                        {t(link.label)}
                      </Row>
                    ))}
                  </Box>
                ),
              )}
              <Divider />
            </Stack>
          ))}
          <ThemeSwitch />
          <LanguageLinks />
        </Stack>
      </Sheet>
    </>
  );
}
