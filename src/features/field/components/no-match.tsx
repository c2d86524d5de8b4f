import { t } from '../../../i18n';
import { Button, EmptyState } from '../../../ui';
import { activeFilters } from '../loans/filter-words';
import type { ListQuery } from '../loans/loan-query';

/** Nothing on the phone matches: says what was searched among how many, with the way back to all of them. */
export default function NoMatch({
  text,
  query,
  count,
  onShowAll,
}: {
  /** What was searched for, as it was typed; empty for filters alone. */
  text: string;
  query: ListQuery;
  /** Loans on this phone. */
  count: number;
  onShowAll: () => void;
}) {
  const searched = [...(text ? [`“${text}”`] : []), ...activeFilters(query).map(({ label }) => label)];
  const all = count.toLocaleString('en-IN');
  return (
    <EmptyState
      icon="search"
      title={t('No loan matches')}
      action={
        <Button look="primary" icon="loans" onClick={onShowAll}>
          {t('Show all {count}', { count: all })}
        </Button>
      }
    >
      {t('Searched {searched} in {count} loans on this phone.', { searched: searched.join(', '), count: all })}
    </EmptyState>
  );
}
