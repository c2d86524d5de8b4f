export {
  alreadySent,
  codeMessage,
  fingerprintOf,
  type LinkValues,
  loanValues,
  prepareMessage,
  storeMessage,
  type WantedMessage,
  type Writing,
} from './compose';
export { openSigned } from './events';
export { handlers } from './routes';
