export { type AlertHub, createAlertHub, type HubTimes } from './hub';
export { type NewNotification, notify, notifyOfExport } from './notify';
export { silenceLoan } from './repository';
export { handlers } from './routes';
