/** The desk's way to the server. The field's is `src/offline`. */
export { ApiContext, useApi } from './api-context';
export { ApiError } from './api-error';
export { type Api, type ApiOptions, type Call, createApi } from './client';
export { screenWords, toastWords } from './error-words';
export { createQueryClient, LOOKUP, persistOptions } from './query-client';
