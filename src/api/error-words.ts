/** The one translator from a failure to words: the generic toast handler of specification section 8, and whole screens. */

import { ERRORS } from '../../core/contract/errors';
import { currentLanguage, said, t } from '../i18n';
import { ApiError } from './api-error';

/** The server's message in the user's language; one that the catalogue does not know goes by its code. */
function serverWords({ message, detail }: ApiError): string {
  const known = said(message);
  return known === message && detail.code && currentLanguage() !== 'en' ? said(ERRORS[detail.code].message) : known;
}

/**
 * The words for a failed call, or undefined where the specification shows nothing. No response: 'Network error'.
 * 404: '404 Not Found'. 400, 401, 415: status and server message. 422: status and body. 500: '500 Internal server
 * error' and message. Other statuses show nothing. Anything else that carries a message shows that message.
 */
export function toastWords(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) {
    const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    return typeof message === 'string' && message ? said(message) : undefined;
  }
  const { status, fields } = error.detail;
  switch (status) {
    case 0:
      return t('Network error');
    // Answered, but in a form that this version does not know.
    case 200:
      return serverWords(error);
    case 404:
      return t('404 Not Found');
    case 400:
    case 401:
    case 415:
      return `${status} ${serverWords(error)}`;
    case 422:
      return `422 ${[serverWords(error), ...(fields ?? []).map((field) => said(field.message))].join(' ')}`;
    case 500:
      return t('500 Internal server error {message}', { message: serverWords(error) });
    default:
      return undefined;
  }
}

/** Messages of a 422 by the field they belong to; empty for every other failure. */
export function fieldWords(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? (error.detail.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ path, message }) => [path, said(message)]));
}

/** For a screen that failed as a whole: what happened and what to do, in the user's words. */
export function screenWords(error: unknown): { title: string; todo: string; reference?: string | undefined } {
  if (error instanceof ApiError) {
    if (error.offline) return { title: t('No network'), todo: t('It comes back by itself once the server answers.') };
    if (error.detail.status === 404)
      return { title: t('Not found'), todo: t('It may belong to somebody else, or be gone.') };
    return {
      title: serverWords(error),
      todo:
        error.detail.class === 'retry'
          ? t('Try again in a moment.')
          : error.detail.class === 'login'
            ? t('Sign in again.')
            : t('If this is not what you expect, ask your administrator.'),
      reference: error.detail.requestId,
    };
  }
  return { title: t('Something went wrong on this screen'), todo: t('Try again.') };
}
