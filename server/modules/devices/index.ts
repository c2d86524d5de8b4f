export { refreshAlerts } from './alerts';
export { handlers } from './routes';
export { withdrawPhonesOf } from './withdraw';
