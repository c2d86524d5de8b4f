export { type Letter, letterPdf } from './letter-pdf';
export { UnprintableText } from './lines';
