/** The id under which the database keeps a call, whatever its dialer calls it. */
import { createHash } from 'node:crypto';
import { isUuid } from '../../../core/contract/call-id';

/**
 * A UUID is itself, as the page and our own lists give them. Any other id becomes a UUID out of agent, loan and id: one that a
 * dialer gives again to another agent or for another loan is another call, so no contact of a borrower goes uncounted.
 */
export function storedCallId(callId: string, of: { userId: string; loanId: string }): string {
  if (isUuid(callId)) return callId.toLowerCase();
  const bytes = createHash('sha256').update(`call\0${of.userId}\0${of.loanId.toLowerCase()}\0${callId}`).digest();
  // Version 8 (made from what the application has), variant 1 of RFC 9562.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
