/** The protocol alone, without the parts for browsers (XMLHttpRequest, files, localStorage), which a worker has no use for. */
declare module 'tus-js-client/lib/upload.js' {
  import type { UploadOptions } from 'tus-js-client';

  export default class Upload {
    static defaultOptions: UploadOptions;
    constructor(file: unknown, options: UploadOptions);
    start(): void;
    abort(): Promise<void>;
  }
}
