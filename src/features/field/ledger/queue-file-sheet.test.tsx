import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loanOf, visit } from '../../../offline/test-device';
import { paths } from '../../../routes';
import { type TestPhone, testPhone } from '../test-phone';

// Pages and sheets are chunks of their own, and deriving a key takes its time.
configure({ asyncUtilTimeout: 10_000 });

const loan = loanOf(1);
let phone: TestPhone;
const made: Blob[] = [];

beforeEach(async () => {
  made.length = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        made.push(blob);
        return 'blob:made';
      },
      revokeObjectURL: () => {},
    }),
  );
  phone = await testPhone([loan]);
});
afterEach(async () => {
  await phone.close();
  vi.unstubAllGlobals();
});

const enterPassword = async (password: string) =>
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: password } });

it('makes a file of what is unsent for the right password alone, and takes it back without doubling', async () => {
  phone.open(paths.fieldLedger());
  fireEvent.click(await screen.findByRole('button', { name: 'Export unsent records' }));
  await enterPassword('secret-1');
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Everything you recorded is at the server');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(await phone.engine.record(visit(loan))).toMatchObject({ ok: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Export unsent records' }));
  await enterPassword('wrong');
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The password does not open it');
  expect(made).toEqual([]);
  await enterPassword('secret-1');
  fireEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  await screen.findByText('The file is made');
  expect(screen.getByText(/^1 record, /)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));

  const [blob] = made;
  if (!blob) throw new Error('no file was made');
  fireEvent.click(await screen.findByRole('button', { name: 'Import a file' }));
  fireEvent.change(await screen.findByLabelText('File of records (.recoup)'), {
    target: { files: [new File([blob], 'mine.recoup')] },
  });
  await enterPassword('secret-1');
  fireEvent.click(screen.getByRole('button', { name: 'Take the records' }));
  await screen.findByText('Nothing new in this file');
  expect(screen.getByText(/1 record was on this phone already/)).toBeTruthy();
  await waitFor(() => expect(phone.server.records.size).toBe(1));
});

it('says that a file is none, and keeps what is here', async () => {
  phone.open(paths.fieldLedger());
  fireEvent.click(await screen.findByRole('button', { name: 'Import a file' }));
  fireEvent.change(await screen.findByLabelText('File of records (.recoup)'), {
    target: { files: [new File(['%PDF'], 'bill.pdf')] },
  });
  await enterPassword('secret-1');
  fireEvent.click(screen.getByRole('button', { name: 'Take the records' }));
  expect((await screen.findByRole('alert')).textContent).toContain('not a file of saved records');
});
