export {
  chooseProcess,
  type HandedOut,
  handOut,
  ownProcesses,
  processNameOf,
  processOf,
  processOfCall,
  settleCall,
} from './dialing';
export { handlers } from './routes';
export { processScope } from './scope';
