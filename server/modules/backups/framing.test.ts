import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BackupUnreadable, decrypted, encrypted, FRAME } from './framing';

const key = randomBytes(32);
async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
const read = (file: Buffer, own: Uint8Array = key, size = 7_001) => all(decrypted(own, pieces(file, size)));

describe('the frames of a backup', () => {
  it.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 3 * FRAME + 5])(
    'bring back %i bytes, however they come',
    async (size) => {
      const plain = randomBytes(size);
      const file = await all(encrypted(key, pieces(plain, 100_003)));
      expect((await read(file)).equals(plain)).toBe(true);
      expect((await read(file, key, file.length)).equals(plain)).toBe(true);
    },
  );

  it('are other bytes each time', async () => {
    const plain = Buffer.alloc(1000);
    const [one, two] = [await all(encrypted(key, pieces(plain, 10))), await all(encrypted(key, pieces(plain, 10)))];
    expect(one.equals(two)).toBe(false);
  });

  it('are refused under another key', async () => {
    const file = await all(encrypted(key, pieces(randomBytes(10), 10)));
    await expect(read(file, randomBytes(32))).rejects.toThrow('The key is not the one of this backup');
  });

  it('are refused when any byte of a small one is another', async () => {
    const file = await all(encrypted(key, pieces(randomBytes(40), 40)));
    for (let at = 0; at < file.length; at += 1) {
      const other = Buffer.from(file);
      other[at] = (other[at] ?? 0) ^ 0x10;
      await expect(read(other), `byte ${at}`).rejects.toBeInstanceOf(BackupUnreadable);
    }
  });

  it('are refused when cut off, added to, left out, repeated or moved', async () => {
    const file = await all(encrypted(key, pieces(randomBytes(3 * FRAME), FRAME)));
    const head = 48;
    const whole = 5 + FRAME + 16;
    const frame = (place: number) => file.subarray(head + place * whole, head + (place + 1) * whole);
    const start = file.subarray(0, head);
    const of = (...parts: Buffer[]) => read(Buffer.concat([start, ...parts]), key, 100_000);
    expect((await of(frame(0), frame(1), frame(2))).length).toBe(3 * FRAME);
    await expect(of()).rejects.toThrow('cut off');
    await expect(of(frame(0), frame(1))).rejects.toThrow('cut off');
    await expect(of(frame(0), frame(1), frame(2).subarray(0, 100))).rejects.toThrow('cut off');
    await expect(of(frame(0), frame(2))).rejects.toThrow('damaged');
    await expect(of(frame(1), frame(0), frame(2))).rejects.toThrow('damaged');
    await expect(of(frame(0), frame(0), frame(1), frame(2))).rejects.toThrow('damaged');
    await expect(of(frame(0), frame(1), frame(2), Buffer.from('x'))).rejects.toThrow('added behind the end');
    await expect(read(Buffer.from('PK\u0003\u0004 something else'))).rejects.toThrow('not a backup of Recoup');
  });
});
