/**
 * In the place of `node:async_hooks` for the server's guard against a transaction inside another one. To know what a call
 * belongs to, Node would follow each promise of the process, and most of them are the phones'. The guard has its own tests.
 */
export class AsyncLocalStorage {
  getStore(): undefined {
    return undefined;
  }
  run<T>(_store: unknown, work: () => T): T {
    return work();
  }
}
