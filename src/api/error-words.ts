/** The one translator from a failure to words: the generic toast handler of specification section 8, and whole screens. */
import { ApiError } from './api-error';

/**
 * The words for a failed call, or undefined where the specification shows nothing. No response: 'Network error'.
 * 404: '404 Not Found'. 400, 401, 415: status and server message. 422: status and body. 500: '500 Internal server
 * error' and message. Other statuses show nothing. Anything else that carries a message shows that message.
 */
export function toastWords(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) {
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    return typeof message === 'string' && message ? message : undefined;
  }
  const { status, fields } = error.detail;
  switch (status) {
    case 0:
      return 'Network error';
    // Answered, but in a form that this version does not know.
    case 200:
      return error.message;
    case 404:
      return '404 Not Found';
    case 400:
    case 401:
    case 415:
      return `${status} ${error.message}`;
    case 422:
      return `422 ${[error.message, ...(fields ?? []).map((field) => field.message)].join(' ')}`;
    case 500:
      return `500 Internal server error ${error.message}`;
    default:
      return undefined;
  }
}

/** Messages of a 422 by the field they belong to; empty for every other failure. */
export function fieldWords(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? (error.detail.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
}

/** For a screen that failed as a whole: what happened and what to do, in the user's words. */
export function screenWords(error: unknown): { title: string; todo: string; reference?: string | undefined } {
  if (error instanceof ApiError) {
    if (error.offline) return { title: 'No network', todo: 'It comes back by itself once the server answers.' };
    if (error.detail.status === 404) return { title: 'Not found', todo: 'It may belong to somebody else, or be gone.' };
    return {
      title: error.message,
      todo:
        error.detail.class === 'retry'
          ? 'Try again in a moment.'
          : error.detail.class === 'login'
            ? 'Sign in again.'
            : 'If this is not what you expect, ask your administrator.',
      reference: error.detail.requestId,
    };
  }
  return { title: 'Something went wrong on this screen', todo: 'Try again.' };
}
