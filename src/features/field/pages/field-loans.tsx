/** All loans on this phone: filters and sort in the page's address, the search in memory, thousands of cards in the page's scroll. */
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { contactHours } from '../../../../core/domain/contact-hours';
import { dayOf } from '../../../../core/domain/dates';
import { formatRupeesShort } from '../../../../core/domain/money';
import { t, tn } from '../../../i18n';
import type { ListedLoan } from '../../../offline/types';
import { paths } from '../../../routes';
import {
  AppBar,
  Box,
  Button,
  Icon,
  IconButton,
  PageBody,
  Row,
  Select,
  Stack,
  Text,
  TextInput,
  VirtualList,
} from '../../../ui';
import { useReadyEngine, useStore, useZone } from '../../session';
import { LoanCard } from '../components/loan-card';
import { hasNoLoans, LoansStatusNotice, NoLoans } from '../components/loans-status';
import { rememberPlace, searchedFor } from '../loans/came-from';
import { askWhereabouts, whereabouts } from '../loans/here';
import { countFilters, type ListQuery, NO_QUERY, readQuery, SORT_WORDS, SORTS, writeQuery } from '../loans/loan-query';
import { useContactNow } from '../loans/use-contact-now';
import { useMinute, useRevision } from '../queries';

/** Part of the list's first paint it is not. */
const FilterChips = lazy(() => import('../components/filter-chips'));
const FilterSheet = lazy(() => import('../components/filter-sheet'));
const NoMatch = lazy(() => import('../components/no-match'));
const NoPosition = lazy(() => import('../components/no-position'));

const sortOptions = () => SORTS.map((value) => ({ value, label: t(SORT_WORDS[value]) }));

export default function FieldLoans() {
  const engine = useReadyEngine();
  const status = useStore(engine.loans.status);
  const here = useStore(whereabouts);
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readQuery(address), [address]);
  const [text, setText] = useState(searchedFor);
  const [filtering, setFiltering] = useState(false);
  const revision = useRevision();
  const zone = useZone();
  const now = useMinute();
  const judge = useContactNow();
  const today = dayOf(now, zone);

  useEffect(
    () => rememberPlace(address.size ? `${paths.fieldLoans()}?${address}` : paths.fieldLoans(), text),
    [address, text],
  );

  const change = useCallback(
    (next: Partial<ListQuery>) =>
      setAddress((held) => writeQuery({ ...readQuery(held), ...next }), { replace: true, preventScrollReset: true }),
    [setAddress],
  );

  useEffect(() => {
    if (query.sort === 'distance') void askWhereabouts();
  }, [query.sort]);

  // Typing must never wait for the list.
  const asked = useDeferredValue(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for every loan
  const page = useMemo(
    () => engine.loans.query({ ...query, text: asked.trim(), near: here.at }),
    [engine, query, asked, here.at, revision],
  );
  // A row answers the same object until the result changes: unchanged cards are not drawn again while scrolling.
  const rowAt = useMemo(() => {
    const rows = new Map<number, ListedLoan | undefined>();
    return (index: number) => {
      if (!rows.has(index)) rows.set(index, page.at(index));
      return rows.get(index);
    };
  }, [page]);
  const filters = countFilters(query);
  const hours = contactHours(now, zone);

  return (
    <>
      <AppBar title={t('Loans')} />
      <PageBody>
        <LoansStatusNotice />
        {hasNoLoans(status) ? (
          <NoLoans />
        ) : (
          <>
            <Stack gap="2">
              <search>
                <TextInput
                  role="searchbox"
                  value={text}
                  onChange={setText}
                  before={<Icon name="search" />}
                  after={
                    text ? (
                      <IconButton icon="close" label={t('Clear the search')} onClick={() => setText('')} />
                    ) : undefined
                  }
                  aria-label={t('Search loans by name, loan number, last four digits of a phone, or pincode')}
                  placeholder={t('Name, loan no., last 4, pincode')}
                  enterKeyHint="search"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                />
              </search>
              <Row>
                <Button icon="filter" onClick={() => setFiltering(true)} flex="none">
                  {t('Filter')}
                  {filters > 0 && ` · ${filters}`}
                </Button>
                <Box flex="1 1 9rem" minWidth="0">
                  <Select
                    aria-label={t('Sort by')}
                    value={query.sort}
                    onChange={(sort) => change({ sort })}
                    options={sortOptions()}
                  />
                </Box>
              </Row>
              {filters > 0 && (
                <Suspense fallback={<Box minHeight="control" />}>
                  <FilterChips query={query} onChange={change} />
                </Suspense>
              )}
            </Stack>

            {query.sort === 'distance' && here.phase === 'asking' && (
              <Text size="small" tone="muted" role="status">
                {t('Looking for your position…')}
              </Text>
            )}
            {query.sort === 'distance' && here.phase === 'missing' && here.why && (
              <Suspense>
                <NoPosition why={here.why} />
              </Suspense>
            )}

            <Row apart>
              <Text size="small" role="status" strong>
                {tn(page.total, '{count} loan · {overdue} overdue', '{count} loans · {overdue} overdue', {
                  count: page.total.toLocaleString('en-IN'),
                  overdue: formatRupeesShort(page.overduePaise),
                })}
              </Text>
              <Text size="small" tone="muted">
                {hours.lawful
                  ? t('Contact till {time}', { time: hours.until.time })
                  : t('Contact from {time}', { time: hours.until.time })}
              </Text>
            </Row>

            {page.total === 0 ? (
              <Suspense>
                <NoMatch
                  text={asked.trim()}
                  query={query}
                  count={status.count}
                  onShowAll={() => {
                    setText('');
                    setAddress(writeQuery({ ...NO_QUERY, sort: query.sort }), { replace: true });
                  }}
                />
              </Suspense>
            ) : (
              <div data-screen-ready>
                <VirtualList
                  name={`loans?${address}`}
                  label={t('Loans')}
                  count={page.total}
                  estimate={152}
                  keyOf={(index) => rowAt(index)?.id ?? index}
                  renderRow={(index) => {
                    const loan = rowAt(index);
                    return loan && <LoanCard loan={loan} today={today} now={now} zone={zone} judge={judge} />;
                  }}
                />
              </div>
            )}
          </>
        )}
        {filtering && (
          <Suspense>
            <FilterSheet
              query={query}
              countOf={(next) => engine.loans.query({ ...next, text: asked.trim(), near: here.at }).total}
              onClose={() => setFiltering(false)}
              onApply={(next) => {
                change(next);
                setFiltering(false);
              }}
            />
          </Suspense>
        )}
      </PageBody>
    </>
  );
}
