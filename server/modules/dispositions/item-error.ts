/** The answer to one item of a batch that was not taken. */
import type * as z from 'zod/mini';
import type { itemErrorSchema } from '../../../core/contract/dispositions';
import { ERRORS, type ErrorCode, type FieldError } from '../../../core/contract/errors';
import { ApiError } from '../../http/implement';

export type ItemError = z.infer<typeof itemErrorSchema>;

export function itemError(code: ErrorCode, more: { message?: string; fields?: FieldError[] } = {}): ItemError {
  const { status, class: kind, message } = ERRORS[code];
  return { code, class: kind, status, message: more.message ?? message, ...(more.fields && { fields: more.fields }) };
}

export const fieldError = (path: string, message: string): ItemError =>
  itemError('invalid', { fields: [{ path, message }] });

/** What an endpoint for a single record throws in the place of an item's error. */
export const asApiError = ({ code, message, fields }: ItemError): ApiError =>
  new ApiError(code, { message, ...(fields && { fields }) });

/** An expected failure as an item's answer; anything else is thrown on. */
export function fromApiError(error: unknown): ItemError {
  if (!(error instanceof ApiError)) throw error;
  const { message, fields } = error.more;
  return itemError(error.code, { ...(message && { message }), ...(fields && { fields }) });
}
