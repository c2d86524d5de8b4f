export { type HandedOut, handOut, processNameOf, processOf, settleCall } from './dialing';
export { handlers } from './routes';
