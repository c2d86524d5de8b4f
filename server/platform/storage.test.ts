import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderStorage, type Storage } from './storage';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-storage-'));
  storage = folderStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => Buffer.from(text);

describe('files in a folder', () => {
  it('come back as they were put, replace each other whole, and leave no drafts', async () => {
    await storage.put('tenant/photo-1.bin', bytes('one'));
    await storage.put('tenant/photo-1.bin', bytes('another'));
    expect((await storage.get('tenant/photo-1.bin'))?.toString()).toBe('another');
    expect(await storage.size('tenant/photo-1.bin')).toBe(7);
    expect(await readdir(join(folder, 'tenant'))).toEqual(['photo-1.bin']);
  });

  it('survive many writers of one name: the last one whole, never a mixture', async () => {
    const versions = Array.from({ length: 20 }, (_, n) => String(n % 10).repeat(50_000));
    await Promise.all(versions.map((text) => storage.put('a', bytes(text))));
    expect(versions).toContain((await storage.get('a'))?.toString());
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('arrive in parts: what came before a break is kept, the same bytes again change nothing', async () => {
    async function* broken() {
      yield bytes('ab');
      yield bytes('c');
      throw new Error('connection lost');
    }
    async function* rest(...texts: string[]) {
      for (const text of texts) yield bytes(text);
    }
    expect(await storage.append('x/y', 0, rest())).toBe(0);
    expect(await storage.size('x/y')).toBe(0);
    await expect(storage.append('x/y', 0, broken())).rejects.toThrow('connection lost');
    expect(await storage.size('x/y')).toBe(3);
    expect(await storage.append('x/y', 3, rest('d', 'ef'))).toBe(6);
    expect(await storage.append('x/y', 1, rest('bc'))).toBe(3);
    expect((await storage.get('x/y'))?.toString()).toBe('abcdef');
  });

  it('are found by their tenant, in every kind and depth, without drafts', async () => {
    const found = async (tenant: string) => {
      const keys: string[] = [];
      for await (const key of storage.keysOf(tenant)) keys.push(key);
      return keys.sort();
    };
    expect(await found('one')).toEqual([]);
    for (const key of ['files/one/ab/abc', 'files/two/ab/abc', 'documents/one/letter', 'marks/database.json', 'loose'])
      await storage.put(key, bytes(key));
    await writeFile(join(folder, 'documents/one/letter.0190.part'), 'half');
    expect(await found('one')).toEqual(['documents/one/letter', 'files/one/ab/abc']);
    expect(await found('three')).toEqual([]);
    await expect(found('../one')).rejects.toThrow('Not a storage key');
  });

  it('are nothing when they are not there, or were removed', async () => {
    expect(await storage.get('none')).toBeUndefined();
    expect(await storage.size('none')).toBeUndefined();
    await storage.put('a', bytes('a'));
    await storage.remove('a');
    await storage.remove('a');
    expect(await storage.get('a')).toBeUndefined();
  });

  it.each(['../a', 'a/../b', '/etc/passwd', '', 'a//b', '.hidden', 'a\0', 'a/..', 'ü', 'a b'])(
    'have no name like %j',
    async (key) => {
      await expect(storage.put(key, bytes('x'))).rejects.toThrow('Not a storage key');
      await expect(storage.get(key)).rejects.toThrow('Not a storage key');
    },
  );

  it('leave no draft behind when the disk refuses', async () => {
    await writeFile(join(folder, 'blocked'), '');
    await expect(storage.put('blocked/a', bytes('x'))).rejects.toThrow();
    await storage.put('d/x', bytes('x'));
    await expect(storage.put('d', bytes('x'))).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['blocked', 'd']);
  });
});
