import { describe, expect, it } from 'vitest';
import { type Packed, zipOf } from '../../tests/support/zip';
import { zipNames } from './zip';

const small = (name: string): Packed => ({ name, content: `<${name}/>` });

describe('the directory of a zip file', () => {
  it.each<[string, Buffer, number | undefined]>([
    ['of a sheet', zipOf([small('[Content_Types].xml'), small('xl/workbook.xml')]), 2],
    ['with as many entries as it may have', zipOf(Array.from({ length: 1000 }, (_, n) => small(`a${n}`))), 1000],
    ['with more', zipOf(Array.from({ length: 1001 }, (_, n) => small(`a${n}`))), undefined],
    [
      'that unpacks to a thousand times its size',
      zipOf([{ name: 'xl/a', content: Buffer.alloc(2_000_000) }]),
      undefined,
    ],
    ['that says it unpacks to 300 MiB', zipOf([{ ...small('xl/a'), claims: { size: 300 * 1024 * 1024 } }]), undefined],
    ['that is zip64', zipOf([{ ...small('xl/a'), claims: { size: 0xffffffff } }]), undefined],
    ['that is cut off', zipOf([small('xl/a')]).subarray(0, 40), undefined],
    ['of nothing', Buffer.from('PK'), undefined],
  ])('%s', (_name, bytes, expected) => {
    expect(zipNames(bytes)?.length).toBe(expected);
  });
});
