import type { FeeState } from '../../../core/contract/partners';
import { type ClientFeeStatus, type EmployeeRevenue, NOBODY_AT_WORK } from '../../../core/contract/revenue';
import { t } from '../../i18n';
import type { IconName, Tone } from '../../ui';
import type { Look } from '../../ui/kit';

const STATES: Record<FeeState, { label: string; tone: Tone; icon: IconName }> = {
  now: { label: 'In force', tone: 'paid', icon: 'check' },
  coming: { label: 'To come', tone: 'promise', icon: 'clock' },
  over: { label: 'Over', tone: 'neutral', icon: 'blocked' },
};
export const feeStateLook = (state: FeeState): Look => ({ ...STATES[state], words: t(STATES[state].label) });

const STATUS: Record<ClientFeeStatus, { label: string; tone: Tone; icon: IconName }> = {
  open: { label: 'Open', tone: 'neutral', icon: 'clock' },
  approved: { label: 'Approved', tone: 'promise', icon: 'check' },
  invoiced: { label: 'Invoiced', tone: 'promise', icon: 'upload' },
  received: { label: 'Received', tone: 'paid', icon: 'rupee' },
};
export const clientFeeLook = (status: ClientFeeStatus): Look => ({ ...STATUS[status], words: t(STATUS[status].label) });

export const percentWords = (percent: number | null): string => (percent === null ? t('No rule') : `${percent} %`);

export const employeeName = ({ id, name }: EmployeeRevenue): string =>
  id === NOBODY_AT_WORK ? t('Without an employee') : name;
