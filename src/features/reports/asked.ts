/** What the address of a report asks the server for. */
import { useSearchParams } from 'react-router-dom';
import { isDay } from '../../../core/domain/dates';
import type { ReportColumn } from '../../../core/domain/report-kinds';
import { REPORT_FILTERS } from '../../../core/domain/report-views';
import { useTableQuery } from '../../ui/kit';
import type { ReportFilters } from './queries';

/** An order by a column that is not among `columns`, or does not sort, is none. */
export function useAsked(columns: readonly ReportColumn[]) {
  const { query, change } = useTableQuery(REPORT_FILTERS);
  const [address, setAddress] = useSearchParams();
  const dayIn = (name: 'from' | 'to') => {
    const written = address.get(name) ?? '';
    return isDay(written) ? written : undefined;
  };
  const { client, portfolio, bucket, agency, agent, disposition, holder } = query.filters;
  const sort = columns.find(({ id, sort: sorts }) => sorts && id === query.sort?.by);
  const asked: ReportFilters = {
    from: dayIn('from'),
    to: dayIn('to'),
    q: query.q || undefined,
    client: client?.[0],
    portfolioId: portfolio?.[0],
    bucket: bucket?.join(','),
    agencyId: agency?.[0],
    agentId: agent?.[0],
    disposition: disposition?.join(','),
    holder: holder?.join(','),
    ...(sort && { sort: sort.id, dir: query.sort?.dir }),
  };
  return { query, change, address, setAddress, asked };
}
