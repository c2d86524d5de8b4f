export { CSV, nameFor, XLSX } from './kinds';
export { handlers } from './routes';
export { documentReply, dropDocument, keepBytes, nameDocument } from './store';
