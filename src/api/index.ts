/** The desk's way to the server. The field's is `src/offline`. */
export { ApiContext, useApi } from './api-context';
export { ApiError } from './api-error';
export { type Api, type ApiOptions, type Call, createApi } from './client';
export { type DataOf, type Described, dataOf, shapeIn } from './described';
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
export { type BodyOf, useAnswer, useWrite } from './resource';
export { type UploadTarget, type UploadWatch, uploadInParts } from './upload-parts';
