/** What other parts may use of the dialer's screens. */
export { Timer } from './components/timer';
export { clockWords, STATE_WORDS } from './words';
