export {
  type ContactAsk,
  type Contacting,
  type ContactVerdict,
  mayContact,
  refusalOf,
  refusalWords,
} from './gate';
export { type Happened, LateContacts, wasConnected } from './late';
export { contactFacts } from './on-phone';
export { type ContactPeek, lastingHolds, peekContact } from './peek';
export { ownWishes, setOwnWishes } from './preferences';
export { handlers } from './routes';
