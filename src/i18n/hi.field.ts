/** Hindi of the sign-in, the frame and the field agent's screens: every file of `hi/field`. */
import { merged } from './merged';

export default merged(import.meta.glob('./hi/field/*.ts', { eager: true, import: 'messages' }));
