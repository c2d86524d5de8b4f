import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { allocators, MAX_ASSIGNED } from '../../../../core/contract/loan-changes';
import type { LoanRow } from '../../../../core/contract/loan-list';
import { formatTime } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { ApiError, problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { activeEntry, sideMenuFor } from '../../../routes';
import { Banner, Button, Card, Row, Stack, showToast } from '../../../ui';
import {
  DataTable,
  DeskPage,
  DeskTitle,
  FilterBar,
  isSelected,
  ListFoot,
  LoadingOverlay,
  matchKey,
  PAGE_SIZE,
  ProblemState,
  SavedViews,
  SelectionBar,
  selectedCount,
  useKept,
  useListAddress,
  useListens,
  useLoadSoon,
  useSelection,
  useShortcuts,
  useTableQuery,
  useTableSettings,
  writeTableQuery,
} from '../../../ui/kit';
import { loadLoanExport, useReportChoices } from '../../reports';
import { useEngine, useSignedIn, useStore, useZone } from '../../session';
import { ActiveList } from '../../telecaller';
import { NoLoans } from '../components/no-loans';
import { BREAKDOWN_WORDS } from '../home-parts';
import { askedFor, groupOf } from '../loan-address';
import { LOAN_FILTER_NAMES, loanColumns, loanFilters, loanViews } from '../loan-columns';
import { useLoanList, useLoanNumbers } from '../queries';

const loadPanel = () => import('../components/loan-panel');
const loadAssigning = () => import('../components/assign-loans');
const loadGiveNumbers = () => import('../components/give-numbers');
const LoanPanel = lazy(loadPanel);
const GiveNumbers = lazy(loadGiveNumbers);
const AssignButton = lazy(loadAssigning);
const LoanExport = lazy(loadLoanExport);
const SOON = [loadPanel, loadAssigning];

/** Loans under the name the menu gives them: All Loans, Loans or Active Loans. */
function useTitle(): string {
  const { profile } = useSignedIn();
  return useMemo(
    () => t(activeEntry(sideMenuFor(profile), { pathname: '/loans', search: '' })?.label ?? 'Loans'),
    [profile],
  );
}

/** Every loan the user may see, and any of them open beside the list; `title` where the menu has no name for it. */
export default function LoansPage({ title: given }: { title?: string }) {
  useLoadSoon(SOON);
  const zone = useZone();
  const named = useTitle();
  const title = given ?? named;
  const [search, setSearch] = useListAddress();
  const { query, change } = useTableQuery(LOAN_FILTER_NAMES);
  const [pageSize, setPageSize] = useKept('table.loans.size', PAGE_SIZE);
  const group = groupOf(search);
  const matching = `${matchKey(query)}${group?.by ?? ''}${group?.key ?? ''}`;
  const [countedFor, setCountedFor] = useState<string>();
  const count = countedFor === matching ? ('exact' as const) : ('quick' as const);
  const matched = { ...askedFor(query), by: group?.by, key: group?.key };
  const asked = { ...matched, page: query.page, pageSize, count };
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useLoanList(asked);
  const totals = data?.totals ?? undefined;
  const columns = useMemo(() => loanColumns(zone, totals), [zone, totals]);
  const settings = useTableSettings('loans', columns);
  const { selection, set: setSelection, clear } = useSelection(matching);
  const { data: choices } = useReportChoices();
  const filters = useMemo(() => loanFilters(choices), [choices]);
  const views = useMemo(loanViews, []);
  const list = useRef<HTMLDivElement>(null);
  const open = search.get('loan') ?? '';
  const total = data?.totalElements ?? 0;

  useEffect(() => {
    document.title = `${title} · Recoup`;
  }, [title]);

  const openLoan = useCallback(
    (loan: string) =>
      setSearch((held) => {
        const next = new URLSearchParams(held);
        next.set('loan', loan);
        return next;
      }),
    [setSearch],
  );
  const closeLoan = useCallback(() => {
    setSearch((held) => {
      const next = new URLSearchParams(held);
      next.delete('loan');
      return next;
    });
    // Back to the row it was opened from.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus());
  }, [setSearch]);
  const step = (by: 1 | -1) => {
    const at = data?.content.findIndex((row) => row.id === open) ?? -1;
    const next = data?.content[at + by];
    if (at >= 0 && next) openLoan(next.id);
  };
  useShortcuts(
    [
      { keys: 'j', label: t('Open the next loan of the list'), run: () => step(1) },
      { keys: 'k', label: t('Open the loan before'), run: () => step(-1) },
    ],
    open !== '',
  );

  const numbers = useLoanNumbers();
  const isShown = (ids: ReadonlySet<string>) =>
    data !== undefined && [...ids].every((id) => data.content.some((row) => row.id === id));
  /** The chosen loans, those of pages that are not shown too. */
  async function chosenIds(): Promise<string[]> {
    if (selection.kind === 'some') return [...selection.ids];
    const found = await numbers(asked, () => {}, new AbortController().signal);
    return found.flatMap(({ id }) => (isSelected(selection, id) ? [id] : []));
  }
  const [exporting, setExporting] = useState(false);
  const [giving, setGiving] = useState(false);
  const role = parseRole(useSignedIn().profile.role.name);
  const mayGive = allocators.some((one) => one === role);
  const [copying, setCopying] = useState<{ done: number; total: number; stop: () => void }>();
  async function copyNumbers() {
    const abort = new AbortController();
    const count = selectedCount(selection, total);
    setCopying({ done: 0, total: count, stop: () => abort.abort() });
    try {
      const found =
        selection.kind === 'some' && data && isShown(selection.ids)
          ? data.content
          : await numbers(asked, (done) => setCopying((held) => held && { ...held, done }), abort.signal);
      const chosen = found.filter(({ id }) => isSelected(selection, id));
      await navigator.clipboard.writeText(chosen.map(({ loanNumber }) => loanNumber).join('\n'));
      showToast(t('{n} loan numbers copied', { n: chosen.length }), { tone: 'saved' });
      clear();
    } catch (problem) {
      if (!abort.signal.aborted) showToast(screenWords(problem).title, { tone: 'problem' });
    } finally {
      setCopying(undefined);
    }
  }

  // The list that the device holds itself, while the server cannot be asked.
  const engine = useEngine();
  const cut = useStore(engine?.status)?.online === false || (error instanceof ApiError && error.offline);
  const nothingAsked = !group && query.q === '' && Object.keys(query.filters).length === 0;
  const openRow = useCallback((row: LoanRow) => openLoan(row.id), [openLoan]);
  const own = engine && cut && !data;
  useListens('loans', !own);
  if (own)
    return (
      <DeskPage beside={false}>
        <ActiveList engine={engine} title={title} />
      </DeskPage>
    );
  return (
    <DeskPage beside={open !== ''}>
      <Stack gap="3" minWidth="0">
        <Row apart>
          <DeskTitle>{title}</DeskTitle>
          <Row gap="2">
            {mayGive && (
              <Button aria-haspopup="dialog" onClick={() => setGiving(true)}>
                {t('Give by numbers')}
              </Button>
            )}
            <Button icon="download" aria-haspopup="dialog" onClick={() => setExporting(true)}>
              {t('Export')}
            </Button>
          </Row>
        </Row>
        {error && data && (
          <Banner
            tone={error instanceof ApiError && error.offline ? 'offline' : 'warn'}
            title={screenWords(error).title}
          >
            {t('This is the list of {time}.', { time: formatTime(dataUpdatedAt, zone) })}
          </Banner>
        )}
        {group && (
          <Banner
            title={`${t(BREAKDOWN_WORDS[group.by].column)}: ${group.name}`}
            action={
              <Button
                small
                onClick={() =>
                  setSearch((held) => {
                    const next = new URLSearchParams(held);
                    for (const name of ['by', 'key', 'group']) next.delete(name);
                    return next;
                  })
                }
              >
                {t('Show all loans')}
              </Button>
            }
          >
            {t('The loans behind this row of the dashboard.')}
          </Banner>
        )}
        <Card flush ref={list}>
          <SavedViews
            name="loans"
            builtIn={views}
            search={writeTableQuery(new URLSearchParams(), { ...query, page: 1 }, LOAN_FILTER_NAMES).toString()}
            onChoose={(view) => setSearch(view)}
          />
          <div style={{ borderTop: '1px solid var(--c-line)' }} />
          <FilterBar
            searchLabel={t('Number, name, phone, pincode')}
            query={query}
            onChange={change}
            filters={filters}
            settings={settings}
            columns={columns}
          />
          <SelectionBar
            selection={selection}
            onSelection={setSelection}
            total={total}
            pageFull={
              !!data?.content.length &&
              data.exact !== false &&
              data.content.every((row) => isSelected(selection, row.id))
            }
            noun={t('loans')}
          >
            <Suspense>
              <AssignButton
                count={selectedCount(selection, total)}
                idsOf={chosenIds}
                job={
                  // As many as one call takes are answered at once.
                  selection.kind === 'all' && selectedCount(selection, total) > MAX_ASSIGNED
                    ? { filter: matched, except: [...selection.except] }
                    : undefined
                }
                onDone={clear}
              />
            </Suspense>
            <Button small onClick={() => void copyNumbers()}>
              {t('Copy loan numbers')}
            </Button>
          </SelectionBar>
          {error && !data ? (
            <ProblemState problem={problemOf(error)} retry={refetch} />
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={data?.content}
              keyOf={(row) => row.id}
              nameOf={(row) => `${row.borrower}, ${row.loanNumber}`}
              settings={settings}
              sort={query.sort ?? { by: 'dpd', dir: 'desc' }}
              onSort={(sort) => change({ sort })}
              onOpen={openRow}
              openKey={data?.content.find((row) => row.id === open || row.loanNumber === open)?.id}
              selection={selection}
              onSelection={setSelection}
              stale={isPlaceholderData}
              empty={<NoLoans asked={nothingAsked ? undefined : query} onShowAll={() => setSearch('')} />}
            />
          )}
          {data && total > 0 && (
            <ListFoot
              page={query.page}
              pageSize={pageSize}
              total={total}
              onCount={data.exact === false ? () => setCountedFor(matching) : undefined}
              noun={t('loans')}
              onPage={(page) => change({ page })}
              onPageSize={(size) => {
                setPageSize(size);
                change({ page: 1 });
              }}
            />
          )}
        </Card>
      </Stack>
      {open && (
        <Suspense>
          <LoanPanel loan={open} onClose={closeLoan} />
        </Suspense>
      )}
      {giving && (
        <Suspense>
          <GiveNumbers onClose={() => setGiving(false)} />
        </Suspense>
      )}
      {exporting && (
        <Suspense>
          <LoanExport list={matched} empty={total === 0} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {copying && (
        <LoadingOverlay
          label={t('Copying {n} loan numbers', { n: copying.total })}
          done={copying.done}
          total={copying.total}
          onCancel={copying.stop}
        />
      )}
    </DeskPage>
  );
}
