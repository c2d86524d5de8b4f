export { mimeOf } from './kinds';
export { handlers } from './routes';
export { attachmentService } from './service';
export { removeExpiredUploads } from './upload-expiry';
