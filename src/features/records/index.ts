/** What every screen with saved records says and does alike when one of them is thrown away. */
export { discardRecord, discardWords } from './discard';
