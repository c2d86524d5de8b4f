import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../i18n';
import {
  activeEntry,
  type Menu,
  type MenuBlock,
  type MenuGroup,
  type MenuItem,
  type MenuLink,
  paths,
} from '../../routes';
import { chakra, Link, Mark, Text } from '../../ui';
import { DeskIcon } from '../../ui/kit';

const Side = chakra('nav', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'overlay',
    height: '100dvh',
    display: { base: 'none', md: 'flex' },
    flexDirection: 'column',
    background: '#0c3444',
    color: '#d3e4ea',
    '& :focus-visible': { outlineColor: '#fff', outlineOffset: '-2px' },
    'html[data-theme=dark] &': { background: '#0a1a21', borderInlineEnd: '1px solid var(--c-line)' },
    'html[data-theme=contrast] &': { background: '#000', color: '#fff' },
    '@media (prefers-color-scheme: dark)': {
      'html:not([data-theme]) &': { background: '#0a1a21', borderInlineEnd: '1px solid var(--c-line)' },
    },
  },
  variants: { narrow: { true: { width: '3.75rem' }, false: { width: '14.5rem' } } },
});
const Blocks = chakra('div', {
  base: {
    flex: '1',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    paddingInline: '2',
    paddingBottom: '2',
    scrollbarWidth: 'thin',
    scrollbarColor: '#ffffff33 transparent',
  },
});
const Block = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
    paddingBlock: '2',
    'section:not(:last-of-type) > &': { borderBottom: '1px solid rgb(255 255 255 / 0.12)' },
  },
});
/** A heading opens and folds what stands below it. */
const Heading = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    width: 'full',
    minHeight: '2rem',
    paddingInline: '2.5',
    borderRadius: 'small',
    fontSize: 'tiny',
    fontWeight: 'bold',
    letterSpacing: '0.04em',
    textAlign: 'start',
    color: '#a9c9d4',
    _hover: { background: 'rgb(255 255 255 / 0.09)', color: '#fff' },
    '& svg': { transition: 'rotate var(--quick)' },
    '&[aria-expanded=true] svg': { rotate: '90deg' },
    'html[data-theme=contrast] &': { color: '#fff' },
  },
});
const entry = {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: 'full',
    minHeight: '2.25rem',
    paddingInline: '2.5',
    paddingBlock: '1',
    borderRadius: 'small',
    textAlign: 'start',
    lineHeight: 1.2,
    transition: 'background-color var(--quick)',
    _hover: { background: 'rgb(255 255 255 / 0.09)', color: '#fff' },
    '&[data-active]': {
      background: 'rgb(255 255 255 / 0.16)',
      color: '#fff',
      fontWeight: 'bold',
      boxShadow: 'inset 3px 0 0 #6fd3c5',
      'html[data-theme=contrast] &': { background: '#fff', color: '#000' },
    },
  },
} as const;
const Entry = chakra(Link, entry);
const GroupButton = chakra('button', entry);
const FlyOut = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'overlay',
    width: 'max-content',
    minWidth: '10rem',
    maxHeight: 'calc(100dvh - 1rem)',
    overflowY: 'auto',
    padding: '1.5',
    background: 'surface',
    color: 'ink',
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    boxShadow: 'card',
    '& :focus-visible': { outlineColor: 'var(--c-focus)' },
  },
});
const FlyLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '2.25rem',
    paddingInline: '2.5',
    paddingBlock: '1',
    borderRadius: 'small',
    lineHeight: 1.25,
    _hover: { background: 'accent-soft', color: 'accent-ink' },
    _currentPage: { background: 'accent-soft', color: 'accent-ink', fontWeight: 'bold' },
  },
});
const Brand = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '3.25rem',
    paddingInline: '3.5',
    color: '#fff',
  },
});
const Collapse = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minHeight: '2.5rem',
    paddingInline: '4.5',
    color: '#a9c9d4',
    borderTop: '1px solid rgb(255 255 255 / 0.12)',
    _hover: { background: 'rgb(255 255 255 / 0.08)', color: '#fff' },
    'html[data-theme=contrast] &': { color: '#fff' },
  },
});

/** The tooltip box of specification 2.4, in px. */
const TOOLTIP_WIDTH = 200;
/** Long enough to cross the gap to the fly-out with the mouse. */
const CLOSE_MS = 160;

const Arrow = () => (
  <svg
    viewBox="0 0 24 24"
    width="14"
    height="14"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    aria-hidden="true"
  >
    <path d="M9 5.5l6.5 6.5L9 18.5" />
  </svg>
);

/** A fly-out: opens and closes on hover, on focus, and on touch; arrow keys go in and out. */
function Group({
  group,
  active,
  narrow,
  onChoose,
}: {
  group: MenuGroup;
  active: MenuLink | undefined;
  narrow: boolean;
  onChoose: (link: MenuLink) => void;
}) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ top: 0, left: 0 });
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byTouch = useRef(false);
  const isActive = group.links.some((link) => link === active);

  function show() {
    clearTimeout(closing.current);
    const box = button.current?.getBoundingClientRect();
    if (box) {
      const height = group.links.length * 36 + 44;
      setAt({ left: box.right + 4, top: Math.max(8, Math.min(box.top - 6, innerHeight - height - 8)) });
    }
    setOpen(true);
  }
  const hideSoon = () => {
    clearTimeout(closing.current);
    closing.current = setTimeout(() => setOpen(false), CLOSE_MS);
  };
  const hide = () => {
    clearTimeout(closing.current);
    setOpen(false);
  };
  const ifMouse = (then: () => void) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') then();
  };
  const links = () => [...(document.getElementById(id)?.querySelectorAll<HTMLElement>('a') ?? [])];

  function onKeyDown(event: KeyboardEvent) {
    const inside = links();
    const here = inside.indexOf(document.activeElement as HTMLElement);
    const go = (to: HTMLElement | null | undefined) => {
      event.preventDefault();
      event.stopPropagation();
      to?.focus();
    };
    if (event.key === 'Escape' && open) {
      go(button.current);
      hide();
    } else if (here === -1 && (event.key === 'ArrowRight' || event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      show();
      requestAnimationFrame(() => links()[0]?.focus());
    } else if (here >= 0 && event.key === 'ArrowDown') go(inside[(here + 1) % inside.length]);
    else if (here >= 0 && event.key === 'ArrowUp') go(inside[(here - 1 + inside.length) % inside.length]);
    else if (here >= 0 && event.key === 'ArrowLeft') go(button.current);
  }

  return (
    <li
      onPointerEnter={ifMouse(show)}
      onPointerLeave={ifMouse(hideSoon)}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide();
      }}
      onKeyDown={onKeyDown}
    >
      <GroupButton
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={narrow ? t(group.label) : undefined}
        data-active={isActive || undefined}
        onPointerDown={(event) => {
          byTouch.current = event.pointerType !== 'mouse';
        }}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) show();
        }}
        onClick={() => (byTouch.current && open ? hide() : show())}
      >
        <DeskIcon name={group.icon} />
        {!narrow && (
          <>
            <span style={{ flex: 1 }}>{t(group.label)}</span>
            <Arrow />
          </>
        )}
      </GroupButton>
      {open && (
        <FlyOut id={id} style={{ ...at, maxWidth: TOOLTIP_WIDTH }}>
          <Text size="tiny" tone="muted" strong paddingX="2.5" paddingY="1">
            {t(group.label)}
          </Text>
          <ul>
            {group.links.map((link) => (
              <li key={link.to}>
                <FlyLink
                  to={link.to}
                  aria-current={link === active ? 'page' : undefined}
                  onClick={() => {
                    hide();
                    onChoose(link);
                  }}
                >
                  {t(link.label)}
                </FlyLink>
              </li>
            ))}
          </ul>
        </FlyOut>
      )}
    </li>
  );
}

export interface NavProps {
  menu: Menu;
  at: Parameters<typeof activeEntry>[1];
  onChoose: (link: MenuLink) => void;
}

/** Whether the menu begins as icons: as the user left it (`kept`, '1' or '0'), else where `width` px leave little beside it. */
export const startsNarrow = (kept: string | null, width: number): boolean => (kept ? kept === '1' : width < 1024);

const FOLDS = 'recoup.menu-folds';
/** What somebody opened or folded by hand; nothing of a person stands there. */
function readFolds(): Readonly<Record<string, boolean>> {
  try {
    return JSON.parse(localStorage.getItem(FOLDS) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
}
function keepFolds(folds: Readonly<Record<string, boolean>>): void {
  try {
    localStorage.setItem(FOLDS, JSON.stringify(folds));
  } catch {
    // A full disk forgets how the menu was.
  }
}

const linksAt = (items: readonly MenuItem[]): MenuLink[] =>
  items.flatMap((item) => (item.kind === 'group' ? item.links : [item]));

/** An entry, what stands around the menu and a heading with its lines, in px. */
const ROW = 38;
const FRAME = 92;
const HEAD = 50;

/** Headings that are open until somebody says otherwise: from the top as many as a window of this height shows at once. */
export function openAtFirst(menu: Menu, height: number): ReadonlySet<string> {
  let left = height - FRAME - menu.length * HEAD;
  const open = new Set<string>();
  for (const { label, items } of menu) {
    left -= items.length * ROW;
    if (left < 0) break;
    if (label !== undefined) open.add(label);
  }
  return open;
}

function Part({
  block: { label, items },
  active,
  narrow,
  open,
  onFold,
  onChoose,
}: {
  block: MenuBlock;
  active: MenuLink | undefined;
  narrow: boolean;
  open: boolean;
  onFold: (open: boolean) => void;
  onChoose: (link: MenuLink) => void;
}) {
  return (
    <section>
      {label !== undefined && !narrow && (
        <Heading type="button" aria-expanded={open} onClick={() => onFold(!open)}>
          {t(label)}
          <Arrow />
        </Heading>
      )}
      {open && (
        <Block aria-label={label && t(label)}>
          {items.map((item) =>
            item.kind === 'group' ? (
              <Group key={item.label} group={item} active={active} narrow={narrow} onChoose={onChoose} />
            ) : (
              <li key={item.label}>
                <Entry
                  to={item.to}
                  title={narrow ? t(item.label) : undefined}
                  aria-label={narrow ? t(item.label) : undefined}
                  aria-current={item === active ? 'page' : undefined}
                  data-active={item === active || undefined}
                  onClick={() => onChoose(item)}
                >
                  <DeskIcon name={item.icon} />
                  {!narrow && t(item.label)}
                </Entry>
              </li>
            ),
          )}
        </Block>
      )}
    </section>
  );
}

/** The desk's left menu, from the registry; 60 px when narrowed. */
export function SideNav({
  menu,
  at,
  onChoose,
  narrow,
  onNarrow,
}: NavProps & { narrow: boolean; onNarrow: (narrow: boolean) => void }) {
  const active = activeEntry(menu, at);
  const [folds, setFolds] = useState(readFolds);
  const fits = useMemo(() => openAtFirst(menu, innerHeight), [menu]);
  const isOpen = ({ label, items }: MenuBlock) =>
    label === undefined || (folds[label] ?? (fits.has(label) || linksAt(items).some((link) => link === active)));
  function fold({ label }: MenuBlock, open: boolean) {
    if (label === undefined) return;
    const next = { ...folds, [label]: open };
    setFolds(next);
    keepFolds(next);
  }
  return (
    <Side aria-label={t('Menu')} narrow={narrow}>
      <Brand to={paths.home()} aria-label={t('Recoup, to the start')}>
        <Mark size="2rem" />
        {!narrow && (
          <Text as="span" fontSize="title" strong letterSpacing="-0.01em">
            Recoup
          </Text>
        )}
      </Brand>
      <Blocks>
        {menu.map((block) => (
          <Part
            key={block.label ?? ''}
            block={block}
            active={active}
            narrow={narrow}
            open={narrow || isOpen(block)}
            onFold={(open) => fold(block, open)}
            onChoose={onChoose}
          />
        ))}
      </Blocks>
      <Collapse
        type="button"
        aria-pressed={narrow}
        aria-label={narrow ? t('Widen the menu') : t('Narrow the menu')}
        onClick={() => onNarrow(!narrow)}
      >
        <DeskIcon name="collapse" />
        {!narrow && t('Narrow the menu')}
      </Collapse>
    </Side>
  );
}
