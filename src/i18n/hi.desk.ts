/** Hindi of the desk: every file of `hi` itself. */
import { merged } from './merged';

export default merged(import.meta.glob('./hi/*.ts', { eager: true, import: 'messages' }));
