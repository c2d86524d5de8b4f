export { addEntries, heldOfImport, missingEntries, type NewEntry, releaseOfImport } from './entries';
export { keyed, panKey } from './keys';
export { handlers } from './routes';
