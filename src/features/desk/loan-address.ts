/** What the address of the list of loans asks the server for. */
import { BREAKDOWNS, LOAN_SORTS, PTP_FILTERS } from '../../../core/contract/loan-list';
import { daysOf, numbersOf, type TableQuery } from '../../ui/kit';
import type { LoanListQuery } from './queries';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idIn = (values: readonly string[] | undefined) => values?.find((value) => UUID.test(value));

/** The address as the server understands it; a value that a hand typed into the address and nobody knows is left out. */
export function askedFor(query: TableQuery): Omit<LoanListQuery, 'page' | 'pageSize' | 'count' | 'curPage'> {
  const { bucket, state, disposition_class: outcome, ptp, client, portfolio, agency, manager, agent } = query.filters;
  const dpd = numbersOf(query.filters.dpd?.[0]);
  const contacted = daysOf(query.filters.contacted?.[0]);
  return {
    q: query.q || undefined,
    bucket: bucket?.join(','),
    state: state?.join(','),
    disposition_class: outcome?.join(','),
    ptp: PTP_FILTERS.find((value) => value === ptp?.[0]),
    client: client?.[0],
    portfolioId: idIn(portfolio),
    agencyId: idIn(agency),
    managerId: idIn(manager),
    agentId: idIn(agent),
    dpdFrom: dpd.from,
    dpdTo: dpd.to,
    dateFrom: contacted.from,
    dateTo: contacted.to,
    sort: LOAN_SORTS.find((value) => value === query.sort?.by),
    dir: query.sort?.dir,
  };
}

/** The loans behind one row of a dashboard, as the address names it. */
export function groupOf(search: URLSearchParams) {
  const by = BREAKDOWNS.find((value) => value === search.get('by'));
  const key = search.get('key');
  return by && key !== null ? { by, key, name: search.get('group') ?? key } : undefined;
}
