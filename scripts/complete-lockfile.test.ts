import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { platformOf } from './complete-lockfile.mjs';

const script = fileURLToPath(new URL('complete-lockfile.mjs', import.meta.url));
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recoup-lock-'));
  file = join(folder, 'package-lock.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (packages: Record<string, unknown>) =>
  writeFileSync(file, JSON.stringify({ name: 'x', lockfileVersion: 3, packages }));
const check = () => spawnSync(process.execPath, [script, '--check', file], { encoding: 'utf8' });

describe('completing the lockfile', () => {
  it.each([
    ['@biomejs/cli-win32-arm64', { os: ['win32'], cpu: ['arm64'] }],
    ['@rollup/rollup-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@rollup/rollup-linux-arm-musleabihf', { os: ['linux'], cpu: ['arm'], libc: ['musl'] }],
    ['@swc/core-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@rollup/rollup-win32-x64-gnu', { os: ['win32'], cpu: ['x64'] }],
    ['@node-rs/argon2-wasm32-wasi', { cpu: ['wasm32'] }],
    ['fsevents', { os: ['darwin'] }],
  ])('reads the platform from %s', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  it('adds what is missing, once, and keeps nested and present packages', () => {
    write({
      '': {},
      'node_modules/tool': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { 'tool-linux-x64-gnu': '2.0.0', 'tool-darwin-arm64': '^2.0.0' },
      },
      'node_modules/tool/node_modules/tool-linux-x64-gnu': { version: '2.0.0', optional: true },
      'node_modules/left': { version: '1.0.0', extraneous: true },
    });
    expect(check().status).toBe(1);
    execFileSync(process.execPath, [script, file]);
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    expect(packages['node_modules/tool-darwin-arm64']).toEqual({
      version: '2.0.0',
      os: ['darwin'],
      cpu: ['arm64'],
      dev: true,
      optional: true,
    });
    expect(Object.keys(packages)).toEqual([
      '',
      'node_modules/tool',
      'node_modules/tool-darwin-arm64',
      'node_modules/tool/node_modules/tool-linux-x64-gnu',
    ]);
    expect(check().status).toBe(0);
  });

  it('refuses a lockfile that names an address', () => {
    write({ '': {}, 'node_modules/a': { version: '1.0.0', resolved: 'https://packages.example/a.tgz' } });
    expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining('names an address') });
  });
});
