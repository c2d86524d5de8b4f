/** Settlements that come with a record: a phone raises one without a network, and hears with the receipt what became of it. */
import type { Receipt } from '../../../core/contract/dispositions';
import type { DispositionRecord } from '../../../core/contract/records';
import { offerTotals, waiverFor } from '../../../core/domain/settlements/offer';
import { RAISERS } from '../../../core/domain/settlements/steps';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import { type Moment, momentOf } from './moment';
import { loanForOffer } from './repository';
import { raise } from './service';

type Fate = NonNullable<Receipt['settlement']>;

/** Why what such a record says has no effect. A loan that is suppressed may be settled. */
const WITHOUT_EFFECT: Partial<Record<Receipt['outcome'], string>> = {
  'late-closed': 'This loan was closed or settled before this arrived.',
  'late-reassigned': 'The loan is with somebody else now.',
  'late-agent-inactive': 'The account was inactive when this arrived.',
  'clock-skewed': 'The day on which it was offered is not believed.',
  'signature-invalid': 'It is not believed that this phone made it.',
};

const wordsOf = ({ message, more: { fields = [] } }: ApiError): string => fields[0]?.message ?? message;

/** One record, one settlement: it has the record's id. Nothing of one that is refused is left. */
async function raised(
  tx: Tx,
  actor: Actor,
  { id, loanId, amountPaise: payable = 0 }: DispositionRecord,
  { instalments, validTill, hardship }: NonNullable<DispositionRecord['settlement']>,
  moment: Moment,
): Promise<string> {
  if (!RAISERS.some((role) => role === actor.role))
    throw new ApiError('forbidden', { message: 'Your role does not take this step.' });
  const loan = await loanForOffer(tx, loanId, true);
  if (!loan) throw new ApiError('not-found');
  const { dues } = loan;
  if (payable > offerTotals({ dues, waiver: dues }).outstanding)
    throw new ApiError('conflict', { message: 'Less is due by now than was offered.' });
  const offer = {
    dues,
    waiver: waiverFor(dues, payable),
    instalments: instalments.map(({ dueOn, amountPaise }) => ({ dueOn, amount: amountPaise })),
    validTill,
  };
  return (await raise(tx, actor, { id, loanId, offer, hardship, staffOrFraud: false }, moment)).number;
}

/** Raises what accepted records ask for, within their transaction. `origin`: of the addresses that borrowers get. */
export function raiseFromRecords(origin: string) {
  return async (
    tx: Tx,
    actor: Actor,
    record: DispositionRecord,
    outcome: Receipt['outcome'],
    { now, zone }: { now: Date; zone: string },
  ): Promise<Fate | undefined> => {
    const { settlement } = record;
    if (!settlement) return undefined;
    const without = WITHOUT_EFFECT[outcome];
    if (without) return { number: null, problem: without };
    await tx.query('savepoint settlement');
    try {
      const number = await raised(tx, actor, record, settlement, momentOf(now, zone, origin));
      await tx.query('release savepoint settlement');
      return { number, problem: null };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await tx.query('rollback to savepoint settlement');
      return { number: null, problem: wordsOf(error) };
    }
  };
}
