/**
 * The id of a call, for the socket, the dialer's service, the record and the start of a call alike. A dialer chooses it: a UUID,
 * `CALL-2026-11-23-0001`, `1763870000.42`, a SIP Call-ID. A call of one agent on one loan never shares its id with another one.
 */
import * as z from 'zod/mini';

/** Printable signs of ASCII without spaces, so that every id fits a header, an address and a log as it is. */
export const callId = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/, 'Not a call id'));

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
export const isUuid = (id: string): boolean => UUID.test(id);

/** In one spelling: UUIDs in lower case, as databases write them; other ids are their dialer's own and stay. */
export const plainCallId = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);
