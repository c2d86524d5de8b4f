import { t } from '../../../i18n';
import { Button, EmptyState } from '../../../ui';

/** Nothing on the phone matches: says what was searched among how many, with the way back to all of them. */
export default function NoMatch({
  searched,
  count,
  onShowAll,
}: {
  /** The text and the filters, in the user's words. */
  searched: readonly string[];
  /** Loans on this phone. */
  count: number;
  onShowAll: () => void;
}) {
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
