/** What went wrong with a call, as a value; nobody matches on messages. */
import type { ErrorClass, ErrorCode, FieldError } from '../../core/contract/errors';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    message: string,
    readonly detail: {
      /** 0 when there was no answer at all. */
      status: number;
      /** Undefined when the answer was not our server's (a proxy, a captive portal). */
      code?: ErrorCode | undefined;
      class: ErrorClass;
      fields?: FieldError[] | undefined;
      requestId?: string | undefined;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The server could not be reached. */
  get offline(): boolean {
    return this.detail.status === 0;
  }
}
