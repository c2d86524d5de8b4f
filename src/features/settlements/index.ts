export { LoanSettlement, SettlementOnPress } from './loan-part';
