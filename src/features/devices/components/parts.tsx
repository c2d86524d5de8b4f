/** What the panels and lists of this screen are made of. */
import { type ReactNode, useEffect, useRef } from 'react';
import { chakra, Heading, IconButton, Stack, Text } from '../../../ui';

export const Table = chakra('table', {
  base: {
    width: 'full',
    fontSize: 'body',
    overflowWrap: 'normal',
    '& th': { textAlign: 'start', fontSize: 'small', fontWeight: 'medium', color: 'muted', whiteSpace: 'nowrap' },
    '& thead th': { position: 'sticky', top: '0', background: 'surface', zIndex: 1 },
    '& th, & td': {
      height: 'row',
      paddingInline: '3',
      paddingBlock: '1',
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'line',
      verticalAlign: 'middle',
    },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '4' },
    '& th:last-of-type, & td:last-of-type': { paddingInlineEnd: '4' },
    '& tbody tr:last-of-type td': { borderBottomWidth: '0' },
    '& .num': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& .line': { whiteSpace: 'nowrap' },
    '& tbody tr:hover': { background: 'sunken' },
    '& tbody tr[data-open]': { background: 'accent-soft' },
  },
});

/** Lets a wide table scroll inside its card instead of the page. */
export const TableScroll = chakra('div', { base: { overflowX: 'auto' } });

const Aside = chakra('aside', {
  base: {
    background: 'surface',
    borderColor: 'line',
    borderStyle: 'solid',
    borderWidth: 'var(--edge)',
    borderRadius: 'card',
    boxShadow: 'card',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    position: { xl: 'sticky' },
    // Below the top bar, which stays in sight.
    top: '4.25rem',
    maxHeight: { xl: 'calc(100dvh - 5.5rem)' },
    overflow: 'hidden',
    scrollMarginTop: '4.25rem',
    order: { base: -1, xl: 0 },
  },
});
const Head = chakra('header', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    padding: '4',
    borderBottomWidth: '1px',
    borderBottomStyle: 'solid',
    borderColor: 'line',
  },
});
const Body = chakra('div', {
  base: { padding: '4', overflowY: 'auto', display: 'flex', flexDirection: 'column', gap: '5' },
});
const Foot = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    padding: '4',
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    '& > button': { paddingInline: '3' },
  },
});

/** Name and value pairs. */
export const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '4',
    rowGap: '3',
    '& dt': { fontSize: 'small', color: 'muted' },
    '& dd': { fontWeight: 'medium', overflowWrap: 'anywhere' },
    '& > .wide': { gridColumn: '1 / -1' },
  },
});

export function FactLine({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={wide ? 'wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Beside the list on a wide screen, above it on a narrow one; Esc closes it. `about` changes with what it shows. */
export function SidePanel({
  about,
  label,
  title,
  line,
  closeLabel,
  onClose,
  footer,
  children,
}: {
  about: string;
  label: string;
  title: ReactNode;
  line: ReactNode;
  closeLabel: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is another panel to read
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // On a narrow screen it stands above the list, which may be scrolled far.
    if (!matchMedia('(min-width: 1280px)').matches) heading.current?.closest('aside')?.scrollIntoView();
  }, [about]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <Aside aria-label={label}>
      <Head>
        <Stack gap="1" flex="1">
          <Heading ref={heading} tabIndex={-1} size="title" outline="none">
            {title}
          </Heading>
          <Text size="small" tone="muted">
            {line}
          </Text>
        </Stack>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </Head>
      <Body>{children}</Body>
      {footer && <Foot>{footer}</Foot>}
    </Aside>
  );
}
