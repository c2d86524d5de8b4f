/** Which settlements a list shows: those that wait for its reader's word, the open ones, those with money to confirm, the ended ones, or all. */
export const SETTLEMENT_VIEWS = ['turn', 'open', 'money', 'ended', 'all'] as const;
export type SettlementView = (typeof SETTLEMENT_VIEWS)[number];
/** As the largest number a settlement matrix may allow. */
export const MOST_INSTALMENTS = 120;
