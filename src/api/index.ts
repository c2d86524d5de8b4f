/** The desk's way to the server. The field's is `src/offline`. */
export { ApiContext, useApi } from './api-context';
export { ApiError } from './api-error';
export { type Api, type ApiOptions, type Call, createApi } from './client';
export { download } from './download';
export { fieldWords, screenWords, toastWords } from './error-words';
export {
  ALERT_MS,
  alertWords,
  confirmReportDelete,
  failures,
  isDialerFailure,
  portfolioValidationFailure,
  successes,
} from './error-words-catalogue';
export { useLook } from './look';
export { failedWrite, problemOf } from './problem';
export { createQueryClient, LOOKUP, OWN_WORDS, persistOptions, SAID_IN_PASSING } from './query-client';
export { type UploadTarget, type UploadWatch, uploadInParts } from './upload-parts';
export { type DataOf, type Described, dataOf, shapeIn, useAnswer } from './use-answer';
export { type BodyOf, useWrite } from './use-write';
