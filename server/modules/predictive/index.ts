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
export {
  giveToProcess,
  processesFor,
  processesOf,
  processLoads,
  processRefusals,
  takeFromList,
} from './given';
export { handlers } from './routes';
export { processScope } from './scope';
