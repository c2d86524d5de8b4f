/** What an amount means for the loan, said while it is typed: a slipped zero is seen while the money is still on the table. */
import type { Loan } from '../../../../core/contract/loans';
import { formatRupees, type Paise } from '../../../../core/domain/money';
import { t } from '../../../i18n';

/** Undefined without an amount. More than is owed can be right (a foreclosure has its charges), so nothing is refused. */
export function amountWords(
  paise: Paise | undefined,
  { overduePaise, tosPaise }: Pick<Loan, 'overduePaise' | 'tosPaise'>,
): { text: string; tone: 'warn' | 'muted' | 'paid' } | undefined {
  if (!paise) return undefined;
  const amount = formatRupees(paise);
  const owed = Math.max(overduePaise, tosPaise);
  if (paise > owed)
    return {
      text: t('{amount} is more than all that is owed ({owed}). Check it.', { amount, owed: formatRupees(owed) }),
      tone: 'warn',
    };
  const left = overduePaise - paise;
  if (left > 0)
    return { text: t('{amount}: {left} stays overdue', { amount, left: formatRupees(left) }), tone: 'muted' };
  if (left < 0)
    return { text: t('{amount}: {more} more than is overdue', { amount, more: formatRupees(-left) }), tone: 'muted' };
  return { text: t('{amount}: all that is overdue', { amount }), tone: 'paid' };
}
