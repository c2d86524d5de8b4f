export { handlers } from './routes';
export { attachmentService } from './service';
