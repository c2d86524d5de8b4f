export { refreshAlerts } from './alerts';
export { handlers } from './routes';
