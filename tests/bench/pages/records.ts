/** What an agent records at a door that nobody can find: the smallest field record that every check lets pass. */
import type { DispositionRecord } from '../../../core/contract/records';
import { RECORD_VERSION } from '../../../core/contract/records';
import { uuidv7 } from '../../../core/domain/ids';

export interface Target {
  loanId: string;
  loanNumber: string;
}

type Input = Omit<DispositionRecord, 'id' | 'payloadVersion' | 'loanSeq' | 'clockOffsetMs' | 'appVersion'>;

export const visitTo = (loan: Target, attachments: DispositionRecord['attachments'] = []): Input => ({
  channel: 'field',
  loanId: loan.loanId,
  loanNumber: loan.loanNumber,
  code: 'FANF',
  recordedAt: new Date().toISOString(),
  gps: { lat: 18.5204, lng: 73.8567, accuracyM: 12, at: new Date().toISOString(), mock: null },
  ...(attachments.length ? {} : { photoMissing: 'unsafe' as const }),
  place: 'residence',
  onSiteSeconds: 240,
  remarks: 'No house of this number in the lane; the shop at the corner does not know the name',
  attachments,
});

/** The same as it is sent, for peers and clients that do not go through the engine. */
export const wireRecord = (loan: Target, loanSeq = 1): DispositionRecord => ({
  ...visitTo(loan),
  id: uuidv7(),
  payloadVersion: RECORD_VERSION,
  loanSeq,
  clockOffsetMs: 0,
  appVersion: 'bench',
});
