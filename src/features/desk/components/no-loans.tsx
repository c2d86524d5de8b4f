import { t } from '../../../i18n';
import { Button, EmptyState } from '../../../ui';
import type { TableQuery } from '../../../ui/kit';

/** The list without a row: nothing is there yet, or nothing has what was asked for. */
export function NoLoans({ asked, onShowAll }: { asked: TableQuery | undefined; onShowAll: () => void }) {
  if (!asked)
    return (
      <EmptyState icon="loans" title={t('No loans yet')}>
        {t('Loans show here once they are allocated to you or your team.')}
      </EmptyState>
    );
  const { q } = asked;
  return (
    <EmptyState
      icon="search"
      title={t('No loan fits')}
      action={<Button onClick={onShowAll}>{t('Show all loans')}</Button>}
    >
      {!q
        ? t('No loan has what was asked for.')
        : Object.keys(asked.filters).length > 0
          ? t('Searched for “{q}” in number, name, phone and pincode, with the filters above.', { q })
          : t('Searched for “{q}” in number, name, phone and pincode.', { q })}
    </EmptyState>
  );
}
