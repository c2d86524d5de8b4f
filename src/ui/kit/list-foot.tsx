import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { t } from '../../i18n';
import { Button } from '../button';
import { Select } from '../inputs';
import { Row, Text } from '../layout';
import { Pagination } from './pagination';
import { NOTHING, type Selection, selectedCount } from './selection';

const count = new Intl.NumberFormat('en-IN');

/** "2.1 lakh": an estimate has no more digits than it knows. */
const rounded = new Intl.NumberFormat('en-IN', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 2,
});

/** "11–20 of 12,431 loans", or "11–20 of about 2.1 lakh loans". */
export function rangeWords(page: number, pageSize: number, total: number, noun: string, exact = true): string {
  if (total === 0) return t('No {noun}', { noun });
  const first = (page - 1) * pageSize + 1;
  if (!exact)
    return t('{first}–{last} of about {total} {noun}', {
      first: count.format(first),
      last: count.format(page * pageSize),
      total: rounded.format(total),
      noun,
    });
  return t('{first}–{last} of {total} {noun}', {
    first: count.format(first),
    last: count.format(Math.min(total, page * pageSize)),
    total: count.format(total),
    noun,
  });
}

const SIZES = ['10', '25', '50', '250'] as const;

/** Below a list: which rows these are, the page buttons, rows a page. */
export function ListFoot({
  page,
  pageSize,
  total,
  onCount,
  noun,
  onPage,
  onPageSize,
}: {
  page: number;
  pageSize: number;
  total: number;
  /** Given where `total` is an estimate: asks for the exact number. */
  onCount?: (() => void) | undefined;
  /** What the rows are, in the plural. */
  noun: string;
  onPage: (page: number) => void;
  onPageSize?: (size: number) => void;
}) {
  const pages = Math.ceil(total / pageSize);
  return (
    <Row apart paddingX="4" paddingY="2" gap="3" borderTop="1px solid var(--c-line)">
      <Row gap="2">
        <Text size="small" tone="muted" aria-live="polite">
          {rangeWords(page, pageSize, total, noun, !onCount)}
        </Text>
        {onCount && (
          <Button small onClick={onCount}>
            {t('Count exactly')}
          </Button>
        )}
      </Row>
      <Pagination page={page} pages={pages} onPage={onPage} label={t('Pages of {noun}', { noun })} />
      {onPageSize && total > Number(SIZES[0]) ? (
        <Select
          aria-label={t('Rows a page')}
          width="8.5rem"
          value={String(pageSize)}
          onChange={(size) => onPageSize(Number(size))}
          options={SIZES.map((size) => ({ value: String(size), label: t('{n} a page', { n: size }) }))}
        />
      ) : (
        <span />
      )}
    </Row>
  );
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '3',
    paddingInline: '4',
    paddingBlock: '2',
    background: 'accent-soft',
    color: 'accent-ink',
    borderTop: '1px solid var(--c-line)',
  },
});

/** What is chosen, the offer to choose everything that matches, and what can be done with it. */
export function SelectionBar({
  selection,
  onSelection,
  total,
  pageFull,
  noun,
  children,
}: {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  /** How many match, on all pages. */
  total: number;
  /** Every row of the page is chosen: then all pages are offered. */
  pageFull: boolean;
  noun: string;
  children: ReactNode;
}) {
  const chosen = selectedCount(selection, total);
  if (chosen === 0) return null;
  return (
    <Bar role="region" aria-label={t('Chosen rows')}>
      <strong aria-live="polite">
        {selection.kind === 'all' && chosen === total
          ? t('All {total} matching {noun} are chosen', { total: count.format(total), noun })
          : t('{chosen} of {total} chosen', { chosen: count.format(chosen), total: count.format(total) })}
      </strong>
      {pageFull && chosen < total && (
        <Button small look="plain" onClick={() => onSelection({ kind: 'all', except: new Set() })}>
          {t('Choose all {total} matching', { total: count.format(total) })}
        </Button>
      )}
      <span style={{ flex: 1 }} />
      {children}
      <Button small look="plain" onClick={() => onSelection(NOTHING)}>
        {t('Choose none')}
      </Button>
    </Bar>
  );
}
