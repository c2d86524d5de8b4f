export { WhomToAsk } from './whom-to-ask';
