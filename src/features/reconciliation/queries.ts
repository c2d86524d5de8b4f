/** What the screens of reconciliation ask the server. */
import { portfolioChoices } from '../../../core/contract/portfolios';
import {
  acceptBankLine,
  acceptBankLines,
  getBankLine,
  receiptsForLine,
  reconciliationFigures,
  uploadBankFile,
  whoMayBeAsked,
} from '../../../core/contract/reconciliation';
import { type BodyOf, LOOKUP, useAnswer, useWrite } from '../../api';

export const LINES = 'reconciliation';
export const FILES = 'bank-files';
/** How often what others decide is asked for, in milliseconds. */
export const LOOK_MS = 60_000;

export const useFigures = () => useAnswer(reconciliationFigures, [LINES, 'figures'], {}, { refetchInterval: LOOK_MS });

export const useLine = (id: string) => useAnswer(getBankLine, [LINES, 'one', id], { params: { id } });

/** Receipts of a loan that a line may be for; of no number nothing is asked. */
export const useReceipts = (id: string, loanNumber: string) =>
  useAnswer(
    receiptsForLine,
    [LINES, 'receipts', id, loanNumber],
    { params: { id }, query: { loanNumber } },
    { enabled: loanNumber !== '', retry: false },
  );

export const useColleagues = (id: string) => useAnswer(whoMayBeAsked, [LINES, 'colleagues', id], { params: { id } });

/** Whatever comes of it, everything is asked again: somebody else may have been faster. */
const AGAIN = { again: [LINES] };

export const useAccept = (id: string) =>
  useWrite(acceptBankLine, (body: BodyOf<typeof acceptBankLine>) => ({ params: { id }, body }), AGAIN);

export const useAcceptMany = () => useWrite(acceptBankLines, (ids: string[]) => ({ body: { ids } }), AGAIN);

export const useUploadBankFile = () =>
  useWrite(uploadBankFile, (file: File) => ({ files: { file } }), { again: [FILES] });

export const useClients = () =>
  useAnswer(portfolioChoices, [FILES, 'clients'], { query: {} }, { meta: LOOKUP, select: ({ clients }) => clients });
