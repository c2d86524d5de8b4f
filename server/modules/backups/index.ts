export { BackupUnreadable } from './framing';
export { restoreBackup } from './restore';
export { handlers } from './routes';
