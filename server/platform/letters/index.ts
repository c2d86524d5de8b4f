export { type Letter, letterPdf } from './letter-pdf';
export { UnprintableText } from './lines';
export { type PdfText, readPdfText } from './pdf-text';
