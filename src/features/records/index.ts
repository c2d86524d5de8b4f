/** What every screen with saved records says and does alike. */
export { discardRecord, discardWords } from './discard';
export { actionsOn, decisionOn, type RecordAction } from './review';
export { megabytes, storageLine, storageWords } from './storage-words';
