/** The words of the DuPont tree. Pure. */
import type { DupontSlice } from '../../../core/contract/dupont';
import type { Branch, FactorName } from '../../../core/domain/dupont';
import { t } from '../../i18n';

const FACTORS: Partial<Record<FactorName, () => string>> = {
  allocated: () => t('Allocated'),
  workable: () => t('Workable'),
  called: () => t('Called'),
  callConnected: () => t('Answered'),
  callReached: () => t('Borrower reached'),
  callPromised: () => t('Promised'),
  callKept: () => t('Promise kept and paid'),
  assigned: () => t('Given to the field'),
  visited: () => t('Visited'),
  met: () => t('Borrower met'),
  paidOnSpot: () => t('Paid at the door'),
  fieldPromised: () => t('Promised'),
  fieldKept: () => t('Promise kept and paid'),
  ticket: () => t('Average payment'),
  callOtherPaise: () => t('After a call, without a kept promise'),
  fieldOtherPaise: () => t('After a visit, without a kept promise'),
  settlementPaise: () => t('Settlements'),
  selfPaise: () => t('Without a talk in the 7 days before'),
  resolvedCalls: () => t('Calls'),
  resolvedField: () => t('Field visits'),
  resolvedSettlement: () => t('Settlements'),
  resolvedSelf: () => t('Without a talk in the 7 days before'),
};
export const factorWords = (name: FactorName): string => FACTORS[name]?.() ?? name;

export const branchWords = (branch: Branch): string =>
  ({
    calls: t('Calls: promises kept'),
    spot: t('Field visits: paid at the door'),
    field: t('Field visits: promises kept'),
  })[branch];

export const sliceWords = (slice: DupontSlice): string =>
  ({ bucket: t('Bucket'), portfolio: t('Portfolio'), agency: t('Agency'), agent: t('Agent') })[slice];

const number = new Intl.NumberFormat('en-IN');
export const countWords = (value: number): string => number.format(Math.round(value));
export const shareWords = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);
