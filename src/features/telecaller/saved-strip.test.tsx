// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { innerOf } from '../../offline/engine-inner';
import { until } from '../../offline/test-device';
import { type Desk, desk, fresh, NOON, press } from './test-desk';

let now: Desk;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  now = await desk([fresh(1)]);
});
afterEach(async () => {
  await now.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A call that the server has refused, in the list of what is saved. */
async function refused(): Promise<HTMLElement> {
  const loan = now.loans[0];
  now.server.judge = () => ({ code: 'loan-state' });
  now.open(`/call-management?loanId=${loan?.id}`);
  await screen.findByRole('heading', { name: loan?.borrower.name });
  for (const key of ['c', '9', 'r', 'Ctrl+Enter']) await press(key);
  await until(() => now.engine.ledger.get().length === 1);
  await now.engine.sendNow();
  await until(() => now.engine.ledger.get()[0]?.state === 'needs-you');
  now.open('/active-loans');
  fireEvent.click(await screen.findByRole('button', { name: /Nothing waits|All sent|saved here/ }));
  return screen.findByRole('dialog', { name: 'What is saved' });
}
async function discard(list: HTMLElement): Promise<void> {
  fireEvent.click(within(list).getByRole('button', { name: 'Discard' }));
  const asked = await screen.findByRole('dialog', { name: 'Discard this disposition?' });
  expect(within(asked).getByText(/^It is not at the server and cannot be brought back\.$/)).toBeTruthy();
  fireEvent.click(within(asked).getByRole('button', { name: 'Discard it' }));
}

it('a discarded record is gone, and that is said', async () => {
  await discard(await refused());
  expect(await screen.findByText(/^The record for .* was discarded\.$/)).toBeTruthy();
  await waitFor(() => expect(now.engine.ledger.get()).toEqual([]));
});

it.each([
  ['quarantined', null, 'With your supervisor', ['Discard']],
  ['quarantined', 'refused-on-review', 'Refused', ['Discard']],
  ['needs-you', 'returned-on-review', 'Handed back to you', ['Mend', 'Discard']],
  ['waiting-for-login', null, 'Waits for your sign-in', ['Sign in']],
] as const)('a record that is %s (%s) says “%s” and offers %j', async (state, code, words, offered) => {
  const list = await refused();
  const { db, changed } = innerOf(now.engine);
  await db.outbox.toCollection().modify((row) => {
    row.state = state;
    row.problem = code && { code, message: 'Asha Deshmukh refused this record: seen twice', fields: [] };
  });
  changed();
  await within(list).findByText(words);
  const offers = () => within(list).queryAllByRole('link', { name: 'Mend' }).length;
  const buttons = ['Sign in', 'Discard'].filter((name) => within(list).queryByRole('button', { name }));
  expect([...(offers() ? ['Mend'] : []), ...buttons]).toEqual(offered);
  if (code === 'refused-on-review') {
    expect(within(list).getByText('Asha Deshmukh refused this record: seen twice')).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: 'Discard' }));
    const asked = await screen.findByRole('dialog', { name: 'Discard this disposition?' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Discard it' }));
    await waitFor(() => expect(now.engine.ledger.get()).toEqual([]));
  }
});

it('one that is on its way again stays, and that is said', async () => {
  const list = await refused();
  vi.spyOn(now.engine, 'discard').mockRejectedValue(new Error('This record is on its way to the server.'));
  await discard(list);
  expect(await screen.findByText('It could not be discarded. It is still here.')).toBeTruthy();
  expect(within(list).getByRole('button', { name: 'Discard' })).toBeTruthy();
});

it('sending that breaks off leaves its button usable', async () => {
  const list = await refused();
  const broken = vi.spyOn(now.engine, 'sendNow').mockRejectedValue(new Error('The database is closed'));
  const button = within(list).getByRole('button', { name: 'Send now' });
  fireEvent.click(button);
  await waitFor(() => expect(broken).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
});
