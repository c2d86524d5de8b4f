import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchLocalAccess } from './local-access';
import type { LocalAccess } from './types';

/** A browser that knows some names of the permission. */
function browser(known: Record<string, PermissionState>) {
  const asked: string[] = [];
  const standing = new Map<string, EventTarget & { state: PermissionState }>();
  for (const [name, state] of Object.entries(known)) {
    standing.set(name, Object.assign(new EventTarget(), { state }));
  }
  const permissions = {
    async query({ name }: { name: string }) {
      asked.push(name);
      const status = standing.get(name);
      if (!status) throw new TypeError(`'${name}' is not a valid enum value of type PermissionName`);
      return status as unknown as PermissionStatus;
    },
  };
  const change = (name: string, state: PermissionState) => {
    const status = standing.get(name);
    if (!status) throw new Error(`no ${name}`);
    status.state = state;
    status.dispatchEvent(new Event('change'));
  };
  return { permissions, asked, change };
}

function watch(permissions: Pick<Permissions, 'query'> | undefined) {
  const told: LocalAccess[] = [];
  const stop = watchLocalAccess((access) => told.push(access), permissions);
  return { told, stop };
}
/** Everything that was only waiting for answers of `query` is done. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('access to programs on the same machine', () => {
  it.each(['granted', 'denied', 'prompt'] as const)('%s is told once', async (state) => {
    const { permissions, asked } = browser({ 'loopback-network': state });
    const { told } = watch(permissions);
    await settled();
    expect(told).toEqual([state]);
    expect(asked).toEqual(['loopback-network']);
  });

  it.each([
    ['local-network-access', ['loopback-network', 'local-network-access']],
    ['local-network', ['loopback-network', 'local-network-access', 'local-network']],
  ])('a browser that calls it %s is asked by that name', async (name, names) => {
    const { permissions, asked } = browser({ [name]: 'denied' });
    const { told } = watch(permissions);
    await settled();
    expect(told).toEqual(['denied']);
    expect(asked).toEqual(names);
  });

  it('the newest name counts where a browser knows several', async () => {
    const { permissions } = browser({ 'local-network-access': 'granted', 'loopback-network': 'prompt' });
    const { told } = watch(permissions);
    await settled();
    expect(told).toEqual(['prompt']);
  });

  it('a browser that knows none of the names does not ask its user', async () => {
    const { permissions, asked } = browser({});
    const { told } = watch(permissions);
    await settled();
    expect(told).toEqual(['granted']);
    expect(asked).toHaveLength(3);
  });

  it('neither does one without permissions', async () => {
    vi.stubGlobal('navigator', {});
    const { told } = watch(undefined);
    await settled();
    expect(told).toEqual(['granted']);
  });

  it('every change is told until it is stopped', async () => {
    const { permissions, change } = browser({ 'loopback-network': 'prompt' });
    const { told, stop } = watch(permissions);
    await settled();
    change('loopback-network', 'granted');
    change('loopback-network', 'denied');
    expect(told).toEqual(['prompt', 'granted', 'denied']);
    stop();
    change('loopback-network', 'granted');
    expect(told).toEqual(['prompt', 'granted', 'denied']);
  });

  it.each<Record<string, PermissionState>>([{ 'loopback-network': 'granted' }, {}])(
    'stopped before the browser answers, nothing is told: %o',
    async (known) => {
      const { permissions, change } = browser(known);
      const { told, stop } = watch(permissions);
      stop();
      await settled();
      if ('loopback-network' in known) change('loopback-network', 'denied');
      expect(told).toEqual([]);
    },
  );
});
