/** What other features may use of messages: the dialogs, and what was sent about a loan. */
export { LoanMessages } from './components/loan-messages';
export { type AboutLoan, MessageDialog } from './components/message-dialog';
export { default as MessagePart } from './components/message-part';
export { PaymentLinkDialog } from './components/payment-link-dialog';
export type { ToPhone } from './components/template-fields';
