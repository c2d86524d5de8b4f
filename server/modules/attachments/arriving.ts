/**
 * A body that is read from the moment it is known to be wanted. A connection that breaks takes with it what Node has
 * received and nobody has read; here that is taken out at once, and the break is an end: what came is kept.
 */
import type { Readable } from 'node:stream';

export interface Arriving {
  chunks: AsyncGenerator<Uint8Array>;
  /** Nobody wants the rest: it is read and thrown away, so that the sender hears the answer. */
  discard(): void;
}

/** At most `most` bytes wait in memory; then the sender waits. */
export function arriving(stream: Readable, most: number): Arriving {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  // A connection that is gone already says nothing any more.
  let over = stream.destroyed || stream.readableEnded;
  let unwanted = false;
  let wake = () => {};

  stream.on('data', (chunk: Uint8Array) => {
    if (unwanted) return;
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) stream.pause();
    wake();
  });
  const end = () => {
    over = true;
    wake();
  };
  stream.on('end', end);
  stream.on('close', end);
  stream.on('error', end);

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const now = waiting;
      waiting = [];
      bytes = 0;
      stream.resume();
      yield* now;
      if (waiting.length > 0) continue;
      if (over) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    chunks: chunks(),
    discard() {
      unwanted = true;
      waiting = [];
      stream.resume();
    },
  };
}
