/** Where bytes lie in the file store: under our own names, the tenant first. */

/** A whole file, named by the hash of its original. */
export const fileKey = (tenantId: string, sha256: string): string =>
  `files/${tenantId}/${sha256.slice(0, 2)}/${sha256}`;

/** What has arrived of an upload, until it is whole. */
export const partsKey = (tenantId: string, upload: string): string => `uploads/${tenantId}/${upload}`;
