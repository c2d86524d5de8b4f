import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { allocators, MAX_ASSIGNED } from '../../../../core/contract/loan-givers';
import type { LoanRow } from '../../../../core/contract/loan-list';
import { parseRole } from '../../../../core/domain/roles';
import { ApiError, problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { activeEntry, DESK_PATHS, type HomeKind, homeKindOf, routeOf, sideMenuFor } from '../../../routes';
import { Banner, Button, showToast } from '../../../ui';
import {
  DeskPage,
  isSelected,
  LoadingOverlay,
  matchKey,
  PAGE_SIZE,
  RecordList,
  selectedCount,
  useKept,
  useListAddress,
  useListens,
  useLoadSoon,
  useOpen,
  useSelection,
  useShortcuts,
  useTableQuery,
} from '../../../ui/kit';
import { loadLoanExport, useReportChoices } from '../../reports';
import { useEngine, useSignedIn, useStore, useZone } from '../../session';
import { ActiveList } from '../../telecaller';
import { NoLoans } from '../components/no-loans';
import { useDefaultDashboardAgencies } from '../home-config';
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

/** Loans under the name the menu gives them: All Loans, Loans or Active Loans; where it has none, under that of the screen. */
function useTitle(): string {
  const { profile } = useSignedIn();
  const { pathname } = useLocation();
  const home = useHomeKind();
  return useMemo(() => {
    const screen = DESK_PATHS.find(([, path]) => path === pathname)?.[0];
    // Agencies with the default dashboard see all loans as tenants do.
    if (screen === 'loans' && home === 'default' && parseRole(profile.role) === 'CRM_MANAGER') return t('All Loans');
    const entry = activeEntry(sideMenuFor(profile), { pathname, search: '' });
    return t(entry?.label ?? (screen ? routeOf(screen).title : 'Loans'));
  }, [profile, pathname, home]);
}

/** By role and agency, as the home. */
function useHomeKind(): HomeKind {
  const { profile } = useSignedIn();
  return homeKindOf(profile, useDefaultDashboardAgencies());
}

/** Every loan the user may see, and any of them open beside the list. */
export default function LoansPage() {
  useLoadSoon(SOON);
  const zone = useZone();
  const title = useTitle();
  const [search, setSearch] = useListAddress();
  const { query, change } = useTableQuery(LOAN_FILTER_NAMES);
  const [pageSize, setPageSize] = useKept('table.loans.size', PAGE_SIZE);
  const group = groupOf(search);
  const matching = `${matchKey(query)}${group?.by ?? ''}${group?.key ?? ''}`;
  const [countedFor, setCountedFor] = useState<string>();
  const count = countedFor === matching ? ('exact' as const) : ('quick' as const);
  const matched = { ...askedFor(query), by: group?.by, key: group?.key };
  const asked = { ...matched, page: query.page, pageSize, count };
  const result = useLoanList(asked);
  const { data, error } = result;
  const listed = useMemo(
    () =>
      data && { rows: data.content, total: data.totalElements, exact: data.exact === false ? data.exact : undefined },
    [data],
  );
  const totals = data?.totals ?? undefined;
  const home = useHomeKind();
  const columns = useMemo(() => loanColumns(zone, totals, home), [zone, totals, home]);
  const { selection, set: setSelection, clear } = useSelection(matching);
  const { data: choices } = useReportChoices();
  const filters = useMemo(() => loanFilters(choices), [choices]);
  const views = useMemo(loanViews, []);
  const [open, setOpen] = useOpen('loan');
  const total = data?.totalElements ?? 0;

  useEffect(() => {
    document.title = `${title} · Recoup`;
  }, [title]);

  const leaveGroup = () =>
    setSearch((held) => {
      for (const name of ['by', 'key', 'group']) held.delete(name);
      return held;
    });
  const step = (by: 1 | -1) => {
    const at = data?.content.findIndex((row) => row.id === open) ?? -1;
    const next = data?.content[at + by];
    if (at >= 0 && next) setOpen(next.id);
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
  const openRow = useCallback((row: LoanRow) => setOpen(row.id), [setOpen]);
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
      <RecordList<LoanRow>
        name="loans"
        title={title}
        noun={t('loans')}
        actions={
          <>
            {mayGive && (
              <Button aria-haspopup="dialog" onClick={() => setGiving(true)}>
                {t('Give by numbers')}
              </Button>
            )}
            <Button icon="download" aria-haspopup="dialog" onClick={() => setExporting(true)}>
              {t('Export')}
            </Button>
          </>
        }
        above={
          group && (
            <Banner
              title={`${t(BREAKDOWN_WORDS[group.by].column)}: ${group.name}`}
              action={
                <Button small onClick={leaveGroup}>
                  {t('Show all loans')}
                </Button>
              }
            >
              {t('The loans behind this row of the dashboard.')}
            </Banner>
          )
        }
        views={views}
        onView={setSearch}
        searchLabel={t('Number, name, phone, pincode')}
        filters={filters}
        columns={columns}
        result={{ ...result, data: listed }}
        problem={problemOf(error)}
        zone={zone}
        query={query}
        change={change}
        sort={{ by: 'dpd', dir: 'desc' }}
        pageSize={pageSize}
        onPageSize={setPageSize}
        onCount={() => setCountedFor(matching)}
        keyOf={(row) => row.id}
        nameOf={(row) => `${row.borrower}, ${row.loanNumber}`}
        onOpen={openRow}
        openKey={data?.content.find((row) => row.id === open || row.loanNumber === open)?.id}
        narrowed={group && { clear: leaveGroup }}
        chosen={{
          selection,
          onSelection: setSelection,
          all: 'exact',
          actions: (
            <>
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
            </>
          ),
        }}
        unfit={<NoLoans asked={query} onShowAll={() => setSearch('')} />}
        empty={<NoLoans asked={undefined} onShowAll={() => setSearch('')} />}
      />
      {open && (
        <Suspense>
          <LoanPanel loan={open} onClose={() => setOpen('')} />
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
