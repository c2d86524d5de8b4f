/** What other parts may use of hand-overs of cash. */
export { HandoverBadge, handoverPlaceWords } from './cash-words';
