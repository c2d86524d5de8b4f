/** DB Backups: listed, made, watched, fetched and shown with the password, deleted; stale, empty and without a network. */
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Backup } from '../../../core/contract/backups';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import BackupPage from './pages/backup-page';

configure({ defaultHidden: true, asyncUtilTimeout: 5000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const backup = (more: Partial<Backup> = {}): Backup => ({
  ...{ id: id(1), at: '2026-11-27T20:40:00.000Z', by: null, state: 'done', progress: null },
  ...{ fileName: 'recoup-2026-11-27-2040.backup', size: 52_428_800, rows: 1_234_567, files: 89 },
  ...{ verdict: 'verified', verifiedAt: '2026-11-27T20:50:00.000Z', problem: null },
  ...more,
});
const SECRET = '00112233-44556677-8899aabb-ccddeeff-00112233-44556677-8899aabb-ccddeeff';

type Call = { params?: { id?: string }; body?: { id?: string; password?: string } };
let calls: { id: string; call: Call }[] = [];
let rows: Backup[] = [];
let stale = false;
let answers: Record<string, (call: Call) => unknown> = {};
const wrongPassword = () => {
  const message = 'The current password is not right.';
  throw new ApiError(message, {
    ...{ status: 401, code: 'wrong-credentials', class: 'user' },
    fields: [{ path: 'password', message }],
  });
};
const proved = (answer: () => unknown) => (call: Call) =>
  call.body?.password === 'right' ? answer() : wrongPassword();

beforeEach(() => {
  calls = [];
  rows = [backup()];
  stale = false;
  answers = {
    'backups.list': () => ({
      data: { rows, total: rows.length, verified: rows.find((row) => row.verdict === 'verified')?.at ?? null, stale },
    }),
    'backups.make': ({ body }) => {
      const made = backup({
        ...{ id: body?.id ?? '', by: 'Leela', state: 'writing', progress: { done: 30, total: 120 } },
        ...{ size: null, rows: null, files: null, verdict: null, verifiedAt: null },
      });
      rows = [made, ...rows];
      return { data: made };
    },
    'backups.key': proved(() => ({ data: { key: SECRET } })),
    'backups.file': proved(() => new Response('file').body),
    'backups.delete': ({ params }) => {
      rows = rows.filter((row) => row.id !== params?.id);
      return { success: true };
    },
  };
});
afterEach(() => vi.restoreAllMocks());

function show() {
  const answer = async (endpoint: { id: string }, call: Call) => {
    calls.push({ id: endpoint.id, call });
    const made = answers[endpoint.id];
    if (!made) throw new Error(`${endpoint.id} is not answered`);
    return made(call);
  };
  const api = { call: answer, stream: answer } as unknown as Api;
  const session = { profile: { role: { name: 'ADMIN' }, tenant: { zone: 'Asia/Kolkata' } } };
  render(
    <UiProvider>
      <MemoryRouter initialEntries={['/backup']}>
        <SessionContext value={session as unknown as Session}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <BackupPage />
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const openRow = async () => fireEvent.click(await screen.findByRole('row', { name: /By night/ }));

describe('backups', () => {
  it('stand with their size, and what was verified last stands above them', async () => {
    show();
    const row = await screen.findByRole('row', { name: /By night/ });
    for (const words of ['50 MB', '12,34,567', '89', 'Verified']) expect(row.textContent).toContain(words);
    const banner = (await screen.findByText('The last verified backup is of 28/11/2026 02:10.')).closest('[role]');
    expect(banner?.getAttribute('role')).toBe('status');
  });

  it('warn when the last verified one is old, and when there is none', async () => {
    stale = true;
    show();
    const banner = (await screen.findByText(/The last verified backup is of/)).closest('[role]');
    expect(banner?.getAttribute('role')).toBe('alert');
    expect(banner?.textContent).toContain('One is made every night');
  });

  it('say that there is none yet', async () => {
    rows = [];
    stale = true;
    show();
    expect(await screen.findByText('No backup yet')).toBeTruthy();
    expect(await screen.findByText('No backup has been verified yet.')).toBeTruthy();
    expect(screen.getByText(/last 7 days, 4 weeks and 6 months are kept/)).toBeTruthy();
  });

  it('without a network are said not to be there', async () => {
    answers['backups.list'] = () => {
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    show();
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
  });

  it('are made at once and say how far they are', async () => {
    show();
    await press('Back up now');
    await waitFor(() => expect(last('backups.make')?.body?.id).toMatch(/^[0-9a-f-]{36}$/));
    expect(await screen.findByText(/30 of 120/)).toBeTruthy();
    // What is being made is neither fetched nor deleted.
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  it('say why none was begun', async () => {
    answers['backups.make'] = () => {
      throw new ApiError('A backup is being made already. Wait until it is done.', {
        ...{ status: 409, code: 'conflict', class: 'user' },
      });
    };
    show();
    await press('Back up now');
    expect(await screen.findByText(/A backup is being made already/)).toBeTruthy();
  });

  it('that do not bring everything back, or are too large to be tried, say so', async () => {
    const problem = 'The audit chain is broken at entry 7';
    rows = [backup({ verdict: 'differs', problem })];
    show();
    await openRow();
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(screen.getAllByText('Does not bring everything back').length).toBeGreaterThan(1);
  });

  it('are downloaded with the password again', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:b', revokeObjectURL: () => undefined });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    show();
    await openRow();
    await press('Download');
    const asked = await dialog('Download the backup');
    const confirm = () => fireEvent.submit(asked.querySelector('form') as HTMLFormElement);
    confirm();
    expect(await within(asked).findByText('Enter your password')).toBeTruthy();
    expect(last('backups.file')).toBeUndefined();
    const type = (value: string) =>
      fireEvent.change(within(asked).getByLabelText(/Your password/), { target: { value } });
    type('wrong');
    confirm();
    expect(await within(asked).findByText('The current password is not right.')).toBeTruthy();
    expect(click).not.toHaveBeenCalled();
    type('right');
    confirm();
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(last('backups.file')?.params?.id).toBe(id(1));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Download the backup' })).toBeNull());
  });

  it('have a key that the password shows and that is copied', async () => {
    const writeText = vi.fn(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    show();
    await press('Show the key');
    const asked = await dialog('Show the key');
    fireEvent.change(within(asked).getByLabelText(/Your password/), { target: { value: 'right' } });
    fireEvent.submit(asked.querySelector('form') as HTMLFormElement);
    expect(await screen.findByText(SECRET)).toBeTruthy();
    await press('Copy the key');
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(SECRET));
    await press('I have kept it');
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  });

  it('are deleted when asked twice', async () => {
    show();
    await openRow();
    await press('Delete');
    expect(last('backups.delete')).toBeUndefined();
    await press('Delete backup');
    await waitFor(() => expect(last('backups.delete')?.params?.id).toBe(id(1)));
    expect(await screen.findByText('No backup yet')).toBeTruthy();
  });
});
