/** The part of PouchDB that the benches use; the package brings no types. */
declare module 'pouchdb-browser' {
  interface Found<T> {
    rows: { id: string; key: unknown; doc?: T }[];
  }
  export default class PouchDB<T extends { _id: string }> {
    constructor(name: string, options?: { auto_compaction?: boolean; revs_limit?: number });
    bulkDocs(
      docs: (T | { _id: string; views: Record<string, { map: string }> })[],
    ): Promise<{ ok?: true; error?: unknown }[]>;
    query(
      view: string,
      options: { keys?: unknown[]; startkey?: unknown; endkey?: unknown; include_docs?: boolean; limit?: number },
    ): Promise<Found<T>>;
    destroy(): Promise<unknown>;
    close(): Promise<void>;
  }
}
