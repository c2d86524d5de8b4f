export { cancelLinks } from './repository';
export { handlers } from './routes';
