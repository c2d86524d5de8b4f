export { ClientList } from './client-list';
export { activeLook } from './looks';
export { partySections } from './party';
export { WhomToAsk } from './whom-to-ask';
