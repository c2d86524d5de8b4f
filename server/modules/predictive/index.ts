export { type HandedOut, handOut, processNameOf, processOf, processOfCall, settleCall } from './dialing';
export { handlers } from './routes';
