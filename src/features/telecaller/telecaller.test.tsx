// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loan } from '../../../core/contract/loans';
import { DEFAULT_PACK } from '../../../core/domain/contact-gate';
import { DEFAULT_CODES } from '../../../core/domain/dispositions';
import { maskMobile } from '../../../core/domain/masking';
import { ApiError } from '../../api';
import { keyedGroups } from './call-keys';
import { calledElsewhere, type Desk, desk, fresh, NOON, press } from './test-desk';

const dialer = vi.hoisted(() => ({ now: null as unknown }));
vi.mock('../../dialer', async (original) => ({
  ...(await original<typeof import('../../dialer')>()),
  useDialer: () => dialer.now,
}));

let now: Desk;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  now = await desk([fresh(1), fresh(2), fresh(3)]);
});
afterEach(async () => {
  dialer.now = null;
  await now.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const saved = () => now.engine.ledger.get();

describe('call, dispose, next', () => {
  it.each([
    ['RNR', ['c', '9', 'r', 'Ctrl+Enter'], {}],
    ['SO', ['c', '9', 's', 'Ctrl+Enter'], {}],
    ['PTP', ['c', '3', 'p', 'Ctrl+Enter'], { ptp: { amountPaise: 250_100, dueOn: '2026-11-22', mode: 'upi' } }],
    ['CB', ['c', '4', 'c', 'Ctrl+Enter'], { callbackAt: '2026-11-21T07:30:00.000Z' }],
    ['RTP', ['c', '6', 'r', '1', 'Ctrl+Enter'], { reason: 'Will not pay' }],
  ] as const)('%s takes %j', async (code, keys, fields) => {
    expect(keys.length).toBeLessThanOrEqual(5);
    const [first, second] = now.loans as [Loan, Loan];
    now.open(`/call-management?loanId=${first.id}&queue=fresh`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of keys) await press(key);
    await waitFor(() => expect(saved()).toHaveLength(1));
    // The next of the queue stands there, and its form is empty.
    await waitFor(() => expect(now.address()).toContain(`loanId=${second.id}`));
    expect(now.address()).toContain('queue=fresh');
    expect(screen.queryByRole('group', { name: 'Outcome' })).toBeNull();
    expect(screen.getByLabelText(/^Remarks/)).toHaveProperty('value', '');
    await now.engine.sendNow();
    const [got] = [...now.server.records.values()];
    expect(got?.record).toMatchObject({
      code,
      channel: 'call',
      loanId: first.id,
      phoneId: first.phones[0]?.id,
      callId: expect.any(String),
      ...fields,
    });
    expect(saved()).toMatchObject([{ state: 'accepted', code }]);
  });

  it('without a call is of another phone, with its number and a lawful time, or is not saved', async () => {
    const [first] = now.loans as [Loan];
    // 06:57 in Pune, when every call button is closed.
    vi.setSystemTime(Date.parse('2026-11-21T01:27:00Z'));
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['9', 'r', 'Ctrl+Enter']) await press(key);
    const part = await screen.findByRole('group', { name: 'Called from another phone' });
    expect(within(part).getByText('Call first, or choose the number that was called from another phone')).toBeTruthy();
    fireEvent.click(within(part).getByRole('radio', { name: maskMobile(first.phones[0]?.number ?? '') }));
    await press('Ctrl+Enter');
    expect(await within(part).findByText('No call is allowed at this time: choose when it was called')).toBeTruthy();
    expect(saved()).toHaveLength(0);
    vi.setSystemTime(NOON);
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(1));
    await now.engine.sendNow();
    const [got] = [...now.server.records.values()];
    expect(got?.record).toMatchObject({ code: 'RNR', phoneId: first.phones[0]?.id });
    expect(got?.record).not.toHaveProperty('callId');
  });

  it('marks what is missing, and saves nothing before it is there', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('Ctrl+Enter');
    expect(await screen.findByText('Choose the outcome of the call')).toBeTruthy();
    for (const key of ['1', 'f']) await press(key);
    // Only typing answers this one, so the cursor is there.
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
    await press('Ctrl+Enter');
    expect(await screen.findByText('Enter the amount')).toBeTruthy();
    expect(saved()).toHaveLength(0);
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '1500' } });
    fireEvent.change(screen.getByLabelText('UTR or reference'), { target: { value: 'UTR77' } });
    await press('Ctrl+Enter');
    expect(await screen.findByText('Choose the day on which it was paid')).toBeTruthy();
    expect(await screen.findByText('Choose how it was paid')).toBeTruthy();
    expect(saved()).toHaveLength(0);
    fireEvent.click(within(screen.getByRole('group', { name: /^Paid on/ })).getByRole('button', { name: /^Today/ }));
    fireEvent.click(screen.getByText('UPI'));
    await calledElsewhere();
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(1));
    // Without a queue the flow ends at the list of loans.
    await waitFor(() => expect(now.address()).toBe('/loans'));
  });

  it.each([
    ['CRM_Manager', (loan: Loan) => `/view-loan?loanId=${loan.id}&loanNumber=${loan.loanNumber}`],
    // Who has no page of a loan goes on with the list.
    ['CRM_TeleCaller', () => '/loans'],
  ])('with a file it leads a %s to the loan', async (role, leads) => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`, role);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['c', '7']) await press(key);
    fireEvent.click(await screen.findByRole('button', { name: /Amount disputed/ }));
    await press('1');
    const pick = await screen.findByLabelText('Add a supporting document');
    const file = new File(['%PDF-1.4 a letter'], 'letter.pdf', { type: 'application/pdf' });
    await act(async () => void fireEvent.change(pick, { target: { files: [file] } }));
    await screen.findByText(/letter\.pdf/);
    await press('Ctrl+s');
    await waitFor(() => expect(now.address()).toBe(leads(first)));
  });

  it('a dispute goes with its document, a “do not contact” with how far it goes', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['c', '7']) await press(key);
    fireEvent.click(await screen.findByRole('button', { name: /Amount disputed/ }));
    await press('1');
    const pick = await screen.findByLabelText('Add a supporting document');
    const file = new File(['%PDF-1.4 a letter'], 'letter.pdf', { type: 'application/pdf' });
    await act(async () => void fireEvent.change(pick, { target: { files: [file] } }));
    await screen.findByText(/letter\.pdf/);
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(1));

    now.open(`/call-management?loanId=${now.loans[1]?.id}`);
    await screen.findByRole('heading', { name: now.loans[1]?.borrower.name ?? '' });
    await press('0');
    await press('d');
    fireEvent.click(within(await screen.findByRole('radiogroup', { name: /^No contact by/ })).getByText('Calls'));
    await press('Ctrl+Enter');
    await screen.findByText('Choose until when');
    expect(saved()).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /tomorrow/i }));
    await calledElsewhere();
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(2));
    await now.engine.sendNow();
    const sent = new Map([...now.server.records.values()].map(({ record }) => [record.code, record]));
    expect(sent.get('DSP')).toMatchObject({ attachments: [{ kind: 'document', name: 'letter.pdf' }] });
    expect(sent.get('DNC')).toMatchObject({ contactScope: 'calls' });
  });

  it('keeps every key: another tab or a start after a kill goes on where it was', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['c', '6', 'h']) await press(key);
    fireEvent.change(screen.getByLabelText(/^Remarks/), { target: { value: 'Half a sent' } });
    now.open(`/call-management?loanId=${first.id}`);
    expect(await screen.findByText(/Your draft of/)).toBeTruthy();
    expect((screen.getByLabelText(/^Remarks/) as HTMLTextAreaElement).value).toBe('Half a sent');
    expect(screen.getByRole('button', { name: /Disputes high charges/ }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText(/^Remarks/)).toHaveProperty('value', '');
    expect(screen.queryByRole('group', { name: 'Outcome' })).toBeNull();
  });

  it('takes remarks before there is an outcome, and keeps them whatever the outcome becomes', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('.');
    const remarks = () => screen.getByLabelText(/^Remarks/) as HTMLTextAreaElement;
    expect(document.activeElement).toBe(remarks());
    fireEvent.change(remarks(), { target: { value: 'Wife says he is in Nashik' } });
    await press('Escape');
    for (const key of ['9', 'r', 'Escape', '6', 'r']) await press(key);
    expect(remarks().value).toBe('Wife says he is in Nashik');
    await press('1');
    await calledElsewhere();
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(1));
    await now.engine.sendNow();
    expect([...now.server.records.values()][0]?.record).toMatchObject({
      code: 'RTP',
      remarks: 'Wife says he is in Nashik',
    });
  });

  it('puts digits that follow a promise into its amount, and Tab goes on from there', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['3', 'p']) await press(key);
    const amount = screen.getByLabelText('Promised amount') as HTMLInputElement;
    expect(document.activeElement).toBe(amount);
    // All of it is marked: what is typed takes its place.
    expect([amount.selectionStart, amount.selectionEnd]).toEqual([0, amount.value.length]);
    await press('5');
    expect(screen.getByRole('button', { name: /Promise to pay/ }).getAttribute('aria-pressed')).toBe('true');
    await press('Escape');
    expect(document.activeElement).toBe(document.body);
    await press('Tab');
    expect(document.activeElement).toBe(amount);
    // A second Esc goes back to the classes.
    for (const key of ['Escape', 'Escape', '9']) await press(key);
    expect(screen.getByRole('button', { name: /Ringing, no response/ })).toBeTruthy();
  });

  it('shows the form to a key that chooses in it, where it stands below the screen', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    const shown = vi.fn();
    const group = screen.getByRole('group', { name: 'Class of the outcome' }).parentElement as HTMLElement;
    group.scrollIntoView = shown;
    // In sight already: nothing moves.
    await press('9');
    expect(shown).not.toHaveBeenCalled();
    await press('Escape');
    vi.spyOn(group, 'getBoundingClientRect').mockReturnValue({ top: innerHeight + 200 } as DOMRect);
    await press('9');
    expect(shown).toHaveBeenCalledOnce();
  });

  it('takes the time of a callback by one digit', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['4', 'c']) await press(key);
    // The usual one is chosen already.
    expect(screen.getByRole('radio', { name: '3 In 2 hours', hidden: true })).toHaveProperty('checked', true);
    await press('5');
    await calledElsewhere();
    await press('Ctrl+Enter');
    await waitFor(() => expect(saved()).toHaveLength(1));
    await now.engine.sendNow();
    expect([...now.server.records.values()][0]?.record).toMatchObject({
      code: 'CB',
      callbackAt: '2026-11-22T04:30:00.000Z',
    });
  });

  it('leaves Esc to a dialog over the form', async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    for (const key of ['3', 'p']) await press(key);
    await press('Escape');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    // Taken from it, the browser would not close it.
    expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(true);
    dialog.remove();
    expect(screen.getByRole('button', { name: /Promise to pay/ }).getAttribute('aria-pressed')).toBe('true');
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
    expect(await screen.findByText('What came of the call?')).toBeTruthy();
  });

  it('offers no code that only the system sets', () => {
    const offered = keyedGroups(DEFAULT_CODES).flatMap(({ codes }) => codes.map(({ code }) => code.code));
    for (const code of ['BPTP', 'KPTP', 'DROP', 'AMD', 'FAIL', 'UNFREEZE']) expect(offered).not.toContain(code);
    expect(offered).toHaveLength(
      DEFAULT_CODES.filter(({ channel, selectable }) => channel === 'call' && selectable).length,
    );
    for (const { codes } of keyedGroups(DEFAULT_CODES)) {
      const keys = codes.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain('');
    }
  });
});

describe('the script', () => {
  const script = (language: string, text: string, missing: string[] = []) => ({
    id: `019a0000-0000-7000-8000-0000000000${language === 'mr' ? '01' : '02'}`,
    bucket: 'any',
    language,
    text,
    missing,
  });
  const open = async () => {
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    return first;
  };
  const answering = (data: unknown) => {
    now.answer = (id) => {
      if (id === 'portfolios.callScript') return { data };
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
  };

  it('is the portfolio’s, the notice first, in the language that is chosen', async () => {
    answering({
      notice: 'This call is recorded.',
      scripts: [script('mr', 'नमस्कार Asha'), script('en', 'Hello Asha, about {ptp_date}', ['ptp_date'])],
    });
    const loan = await open();
    expect((await screen.findByText('नमस्कार Asha')).getAttribute('lang')).toBe('mr');
    expect(screen.getByText(/“This call is recorded\.”/)).toBeTruthy();
    expect(screen.queryByText(/is overdue for/)).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'English', hidden: true }));
    expect(screen.getByText('Hello Asha, about {ptp_date}')).toBeTruthy();
    expect(screen.getByText(/has no value for \{ptp_date\}/)).toBeTruthy();
    expect(now.asked.find(({ id }) => id === 'portfolios.callScript')?.call).toMatchObject({
      params: { loanId: loan.id },
    });
  });

  it.each([
    ['the portfolio has none', { notice: '', scripts: [] }, /This call is recorded\.”/],
    ['the portfolio has only a notice', { notice: 'We record.', scripts: [] }, /about your [^.]*\.”/],
    ['no network brings it', undefined, /This call is recorded\.”/],
  ])('is a general one where %s', async (_, data, words) => {
    if (data) answering(data);
    await open();
    await waitFor(() => expect(now.asked.map(({ id }) => id)).toContain('portfolios.callScript'));
    expect(await screen.findByText(words)).toBeTruthy();
    if (data?.notice) expect(await screen.findByText(/“We record\.”/)).toBeTruthy();
    expect(screen.getByText(/is overdue for 89 days/)).toBeTruthy();
  });
});

describe('the start of a call', () => {
  const dial = () => {
    const told: string[] = [];
    dialer.now = {
      view: { connection: 'connected', call: null },
      actions: {
        dial: (number: string, loanNumber: string) => {
          told.push(`${number} ${loanNumber}`);
          now.asked.push({ id: 'DIAL', call: null });
          return true;
        },
      },
    };
    return told;
  };

  it('is told to the server before anything is dialled, under the id that the record then carries', async () => {
    const dialled = dial();
    let answer: ((value: unknown) => void) | undefined;
    now.answer = (id) => {
      if (id === 'dispositions.callStarted')
        return new Promise((resolve) => {
          answer = resolve;
        });
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}&queue=fresh`);
    await screen.findByRole('heading', { name: first.borrower.name });
    now.asked.length = 0;
    await press('c');
    await waitFor(() => expect(answer).toBeDefined());
    // Of the call itself the start is the first that is asked.
    expect(now.asked[0]?.id).toBe('dispositions.callStarted');
    expect(dialled).toEqual([]);
    const started = now.asked[0]?.call as { headers: Record<string, string>; body: unknown };
    expect(started.body).toMatchObject({
      call_status: 'CALL_STARTED',
      loanId: first.id,
      phoneId: first.phones[0]?.id,
      disposedBy: 'CRM_TELECALLER',
    });
    await act(async () => answer?.({ data: {} }));
    await waitFor(() => expect(dialled).toEqual([`${first.phones[0]?.number} ${first.loanNumber}`]));
    for (const key of ['9', 'r', 'Ctrl+Enter']) await press(key);
    await waitFor(() => expect(saved()).toHaveLength(1));
    await now.engine.sendNow();
    const [got] = [...now.server.records.values()];
    expect(got?.record).toMatchObject({ callId: started.headers['idempotency-key'] });
  });

  it('that the server refuses is dialled by no dialer either', async () => {
    const dialled = dial();
    now.answer = (id) => {
      const words = id === 'dispositions.callStarted' ? 'Called three times today' : 'Network error';
      throw new ApiError(
        words,
        id === 'dispositions.callStarted' ? { status: 409, class: 'user' } : { status: 0, class: 'retry' },
      );
    };
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('c');
    await screen.findByText('Called three times today');
    expect(dialled).toEqual([]);
  });
});

describe('a phone', () => {
  it('says why it may not be called, and its button does nothing', async () => {
    await now.close();
    const bad = fresh(1);
    now = await desk([{ ...bad, phones: bad.phones.map((phone) => ({ ...phone, invalid: true })) }]);
    now.open(`/call-management?loanId=${bad.id}`);
    await screen.findByRole('heading', { name: bad.borrower.name });
    for (const button of screen.getAllByRole('button', { name: /^Call / }))
      expect(button).toHaveProperty('disabled', true);
    await press('c');
    expect(now.asked.map(({ id }) => id)).not.toContain('dispositions.callStarted');
  });

  it.each([
    ['without a network', undefined],
    ['before the server has told of it', 'facts of before the call'],
  ])('after a call that was made here, %s', async (_, facts) => {
    const [first] = now.loans as [Loan];
    if (facts) {
      const zone = 'Asia/Kolkata';
      const stands = { closed: false, deceased: false, legal: false, dispute: false };
      const facts = { zone, ...stands, language: 'mr', product: 'Car loan', holds: [], windows: [], places: [] };
      const question = { facts, attempts: [], agent: null, packs: [DEFAULT_PACK], portfolioRules: [], homeZone: zone };
      now.answer = (id) => {
        if (id === 'contact.loan') return { data: { question, preferences: [], holds: [] } };
        throw new ApiError('Network error', { status: 0, class: 'retry' });
      };
    }
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    const call = () => screen.getAllByRole('button', { name: /^Call / })[0];
    expect(call()).toHaveProperty('disabled', false);
    vi.setSystemTime(NOON + 60_000);
    for (const key of ['c', '9', 'r', 'Ctrl+Enter']) await press(key);
    await waitFor(() => expect(saved()).toHaveLength(1));
    now.open(`/call-management?loanId=${first.id}`);
    expect(await screen.findByText(/The last attempt was less than 30 minutes ago/)).toBeTruthy();
    expect(call()).toHaveProperty('disabled', true);
    // Half an hour later it may be called again.
    vi.setSystemTime(NOON + 32 * 60_000);
    now.open(`/call-management?loanId=${first.id}`);
    await waitFor(() => expect(call()).toHaveProperty('disabled', false));
  });

  it.each([
    ['at eight in the evening', '2026-11-21T14:30:00Z', /Allowed from 22\/11\/2026 08:00/],
    ['before eight in the morning', '2026-11-21T02:00:00Z', /Allowed from 08:00/],
  ])('%s', async (_, at, words) => {
    vi.setSystemTime(Date.parse(at));
    const [first] = now.loans as [Loan];
    now.open(`/call-management?loanId=${first.id}`);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  });

  it('that the server refuses is not dialled', async () => {
    const [first] = now.loans as [Loan];
    now.answer = (id) => {
      if (id === 'dispositions.callStarted')
        throw new ApiError('Called three times today. Allowed tomorrow from 08:00', { status: 409, class: 'user' });
      throw new ApiError('Network error', { status: 0, class: 'retry' });
    };
    now.open(`/call-management?loanId=${first.id}`);
    await screen.findByRole('heading', { name: first.borrower.name });
    await press('c');
    expect(await screen.findByText('Called three times today. Allowed tomorrow from 08:00')).toBeTruthy();
    // No call, so no number to dial.
    expect(screen.queryByText(/^Dial /)).toBeNull();
  });
});
