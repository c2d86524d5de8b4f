import { describe, expect, it } from 'vitest';
import { browserSeat } from './holder';
import type { DialerView } from './types';

/** Web Locks as the specification of browsers has them: a queue, steal, abort. */
class FakeLocks {
  #holder: { reject: (why: unknown) => void } | undefined;
  #queue: (() => void)[] = [];
  request(_: string, options: { signal?: AbortSignal; steal?: boolean }, run: () => Promise<void>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        const me = { reject };
        this.#holder = me;
        void run().then(() => {
          if (this.#holder === me) {
            this.#holder = undefined;
            this.#queue.shift()?.();
          }
          resolve();
        });
      };
      if (options.steal) {
        this.#holder?.reject(new DOMException('stolen', 'AbortError'));
        begin();
      } else if (this.#holder) {
        this.#queue.push(begin);
        options.signal?.addEventListener('abort', () => {
          this.#queue = this.#queue.filter((one) => one !== begin);
          reject(new DOMException('aborted', 'AbortError'));
        });
      } else begin();
    });
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('one holder among tabs', () => {
  it('first come, then whoever takes over, then the one that waits', async () => {
    const locks = new FakeLocks() as unknown as LockManager;
    const log: string[] = [];
    const tab = (name: string) => {
      const seat = browserSeat(`holder-test-${log.length}`, locks);
      seat.sit(
        () => log.push(`${name} has it`),
        () => log.push(`${name} lost it`),
      );
      return seat;
    };
    const first = tab('first');
    const second = tab('second');
    await settled();
    expect(log).toEqual(['first has it']);
    second.takeOver();
    await settled();
    expect(log).toEqual(['first has it', 'second has it', 'first lost it']);
    second.takeOver();
    await settled();
    expect(log).toHaveLength(3);
    second.leave();
    await settled();
    expect(log.at(-1)).toBe('first has it');
    first.leave();
    await settled();
    expect(log).toHaveLength(4);
  });

  it('who has left says nothing, and does not break on being asked to', async () => {
    const seat = browserSeat('holder-test-left', new FakeLocks() as unknown as LockManager);
    seat.sit(
      () => {},
      () => {},
    );
    await settled();
    seat.leave();
    expect(() => seat.tell({} as DialerView)).not.toThrow();
  });
});
