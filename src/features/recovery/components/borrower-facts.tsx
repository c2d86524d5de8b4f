/** How a borrower was reached and what they did, over all of their loans that the reader sees: to be known before a call, and calling nobody. */
import { borrowerProfile } from '../../../../core/contract/borrower-profile';
import { formatRupeesShort } from '../../../../core/domain/money';
import { failedWrite, useAnswer } from '../../../api';
import { t, tn } from '../../../i18n';
import { Skeleton } from '../../../ui';
import { FactLine, Facts, languageName, ProblemNote } from '../../../ui/kit';
import { PREDICTOR } from '../predictor-queries';

const hourWords = (hour: number): string =>
  `${String(hour).padStart(2, '0')}:00–${String((hour + 1) % 24).padStart(2, '0')}:00`;

export function BorrowerFacts({ loanId }: { loanId: string }) {
  const { data, error } = useAnswer(borrowerProfile, [PREDICTOR, 'borrower', loanId], { query: { loanId } });
  if (!data) return error ? <ProblemNote problem={failedWrite(error)} /> : <Skeleton lines={4} />;
  const { borrower, phones, contact, payments, promises, loans } = data;
  const [best] = phones.filter(({ reached }) => reached > 0).sort((a, b) => b.reached - a.reached);
  return (
    <Facts>
      <FactLine name={t('Language')}>{languageName(borrower.language)}</FactLine>
      <FactLine name={t('Reached most often at')}>
        {contact.bestHour === null ? t('Not reached in 90 days') : hourWords(contact.bestHour)}
      </FactLine>
      {best && (
        <FactLine name={t('Reached most often on')}>
          {tn(best.reached, '{number}, {n} time', '{number}, {n} times', { number: best.number })}
        </FactLine>
      )}
      <FactLine name={t('Paid in twelve months')}>
        {tn(payments.count, '{amount} in {n} payment', '{amount} in {n} payments', {
          amount: formatRupeesShort(payments.paise),
        })}
      </FactLine>
      <FactLine name={t('Promises in twelve months')}>
        {t('{kept} kept, {broken} broken, {open} open', promises)}
      </FactLine>
      <FactLine name={t('Loans of theirs that you see')}>{loans.length}</FactLine>
    </Facts>
  );
}
