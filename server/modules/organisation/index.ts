export { type Founding, foundTenant } from './found';
export { likeOf, namesAreNew, note, PARTY_COLUMNS, type PartyRow, partyOf, recordWrites } from './records';
export { handlers } from './routes';
