import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryEntry } from '../../../core/contract/loans';
import { addDays, dayOf, formatDay } from '../../../core/domain/dates';
import { StorageError } from '../../offline';
import { phoneContact } from '../../offline/contact-facts';
import { loanOf } from '../../offline/test-device';
import { refuse } from '../../offline/test-server';
import { paths } from '../../routes';
import { type TestPhone, testPhone } from './test-phone';

const today = dayOf(Date.now());
const asha = loanOf(1, {
  borrower: { id: loanOf(1).id, name: 'Asha Kulkarni', language: 'mr', panMasked: null },
  dpd: 45,
  bucket: '31-60',
});
const iqbal = loanOf(2, {
  borrower: { id: loanOf(2).id, name: 'محمد اقبال', language: 'ur', panMasked: null },
  ptp: { amountPaise: 380_000, dueOn: today, status: 'open' },
});
const paused = loanOf(3, {
  borrower: { id: loanOf(3).id, name: 'Meena Pawar', language: 'mr', panMasked: null },
  contactPause: { reason: 'Bereavement', until: addDays(today, 5) },
});

let phone: TestPhone;
let geolocation: Partial<Geolocation>;

vi.stubGlobal('__APP_VERSION__', '1.0.0');
// jsdom has no layout and cannot scroll, and knows no modal dialogs.
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

beforeEach(async () => {
  geolocation = {
    watchPosition: (found) => {
      found({
        coords: { latitude: 18.5, longitude: 73.8, accuracy: 12 },
        timestamp: Date.now(),
      } as GeolocationPosition);
      return 1;
    },
    clearWatch: () => {},
  };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, get: () => geolocation });
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => {};
  phone = await testPhone([asha, iqbal, paused]);
});
afterEach(async () => {
  await phone.close();
  vi.restoreAllMocks();
});

const button = (name: RegExp | string) => screen.findByRole('button', { name });
const press = async (name: RegExp | string) => fireEvent.click(await button(name));
const type = async (label: RegExp | string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const choose = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('radio', { name }));
const pdf = () => new File(['%PDF-1.4 proof'], 'proof.pdf', { type: 'application/pdf' });

describe('recording a visit', () => {
  it('a locked door takes six taps and is sent with its receipt', async () => {
    const { engine, server } = phone;
    let taps = 0;
    const tap = (element: HTMLElement) => {
      taps += 1;
      fireEvent.click(element);
    };
    phone.open(paths.fieldLoan(asha.id));
    tap(await screen.findByRole('link', { name: 'Record visit' }));
    tap(await button('Door locked'));
    await screen.findByText(/^No camera opens\? .* press “Choose”/);
    // The picker is the phone's; opening it and taking the photo are two taps.
    taps += 2;
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
    if (!input) throw new Error('no picker');
    fireEvent.change(input, { target: { files: [pdf()] } });
    await screen.findByText('proof.pdf');
    tap(await button('Save visit'));
    await screen.findByRole('heading', { name: 'Saved' });
    expect(taps + 1).toBeLessThanOrEqual(6); // and one for the card in the list
    expect(screen.getAllByText(/Saved on this phone/).length).toBeGreaterThan(0);

    await engine.sendNow();
    const { receipt } = engine.ledger.get()[0] ?? {};
    await screen.findByText(`Received ${receipt?.receiptNo}`);
    const [stored] = [...server.records.values()];
    expect(stored?.record).toMatchObject({
      code: 'FDL',
      loanId: asha.id,
      place: 'residence',
      nextVisitOn: addDays(today, 1),
      gps: { lat: 18.5, accuracyM: 12 },
      attachments: [{ mime: 'application/pdf', kind: 'document' }],
    });
    expect(await engine.drafts.list()).toEqual([]);
    // The next stop of the day is offered.
    expect(screen.getByRole('link', { name: 'Open the next loan' }).getAttribute('href')).toBe(
      paths.fieldLoan(iqbal.id),
    );
    // The loan's history says where the receipt stands in the server's audit chain.
    phone.open(paths.fieldLoan(asha.id));
    await screen.findByText(
      new RegExp(`${receipt?.receiptNo.slice(2)} · entry ${receipt?.chain.seq} of the audit chain`),
    );
  });

  it('what blocks saving stands at its field, and the cursor goes to the first', async () => {
    phone.open(paths.fieldVisit(asha.id));
    await press('Promise to pay');
    await press('Save visit');
    await screen.findByText('Enter the promised amount and date');
    expect(screen.getByText('Choose who was met')).toBeTruthy();
    expect(screen.getByText('Add a photo of the place')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Promised amount')));
    expect(phone.engine.ledger.get()).toEqual([]);
    // Words go away as answers come.
    await choose('Spouse');
    expect(screen.queryByText('Choose who was met')).toBeNull();
  });

  it('shows only what the outcome asks for', async () => {
    phone.open(paths.fieldVisit(asha.id));
    await press('Collected in part');
    expect(screen.queryByLabelText('Promised amount')).toBeNull();
    expect(screen.queryByText('Count the notes and coins')).toBeNull();
    await choose('Cash');
    await type('Collected', '2500');
    await type('Number of ₹500', '4');
    expect(screen.getByText('Counted ₹2,000 of ₹2,500: ₹500 still missing')).toBeTruthy();
    await type('Number of ₹500', '5');
    expect(screen.getByText('₹2,500 counted, it adds up')).toBeTruthy();
    await press('Promise');
    expect(screen.getByLabelText('Promised amount')).toBeTruthy();
  });

  it('every keystroke survives; starting over can be taken back', async () => {
    const { engine } = phone;
    phone.open(paths.fieldVisit(asha.id));
    await press('Met, refused to pay');
    await type('Reason', 'दुकान बंद');
    await type(/Remarks/, 'half a sent');
    await waitFor(async () => {
      expect((await engine.drafts.load(asha.id))?.typed?.remarks).toBe('half a sent');
    });
    phone.open(paths.home());
    await screen.findByText(/You were filling in a visit for Asha Kulkarni/);
    phone.open(paths.fieldVisit(asha.id));
    await screen.findByText('You had begun this visit');
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('दुकान बंद');
    await press('Start over');
    await screen.findByText('What happened?');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    expect((await screen.findByLabelText<HTMLInputElement>('Reason')).value).toBe('दुकान बंद');
  });

  it('a hidden page keeps the last letters at once', async () => {
    const save = vi.spyOn(phone.engine.drafts, 'save');
    phone.open(paths.fieldVisit(asha.id));
    await press('Skip');
    await type(/Remarks/, 'x');
    save.mockClear();
    fireEvent(window, new Event('pagehide'));
    expect(save.mock.calls[0]?.[0].typed).toMatchObject({ remarks: 'x' });
  });

  it('a full phone keeps everything on the screen and says so', async () => {
    const full = {
      ...phone.engine,
      record: async () => ({ ok: false, reason: 'storage-full', message: 'Free some space and save again.' }) as const,
    };
    phone.open(paths.fieldVisit(asha.id), full);
    await press('Unsafe place');
    await type('What happened?', 'Dogs at the gate');
    // Whoever had to leave is asked for the reason, not sent back for a picture.
    expect(screen.queryByRole('button', { name: 'No photo possible?' })).toBeNull();
    await choose('It was not safe');
    await press('Save visit');
    await screen.findByText('This phone is full. Nothing was saved');
    expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('Dogs at the gate');
    expect((await phone.engine.drafts.load(asha.id))?.typed?.remarks).toBe('Dogs at the gate');
  });

  describe('a photo that the full phone cannot keep', () => {
    /** From now on the phone keeps no photo; answers the way to make it keep them again. */
    function fillPhone(): () => void {
      const full = new StorageError('storage-full', 'This phone has no space left. Free some space and save again.');
      const refused = vi.spyOn(phone.engine, 'keepFile').mockRejectedValue(full);
      return () => refused.mockRestore();
    }
    async function begin(): Promise<void> {
      phone.open(paths.fieldVisit(asha.id));
      await press('Door locked');
      await type(/Remarks/, 'Nobody at home, the dog is out');
      const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
      if (!input) throw new Error('no picker');
      fireEvent.change(input, { target: { files: [pdf()] } });
      await screen.findByText('The photo is not kept yet');
    }

    it('stays in the form, which is not saved over it, and is kept once there is room', async () => {
      const empty = fillPhone();
      await begin();
      await screen.findByText(/no space left/);
      await press('Save visit');
      await screen.findByText('A photo is not kept yet');
      expect(phone.engine.ledger.get()).toEqual([]);
      // Left and come back to: everything typed and the photo are still there.
      phone.open(paths.fieldLoan(asha.id));
      await screen.findByRole('link', { name: 'Go on with the visit' });
      phone.open(paths.fieldVisit(asha.id));
      await screen.findByText('The photo is not kept yet');
      expect(screen.getByLabelText<HTMLTextAreaElement>(/Remarks/).value).toBe('Nobody at home, the dog is out');
      empty();
      await press('Keep the photo now');
      await screen.findByText('proof.pdf');
      expect(screen.queryByText('The photo is not kept yet')).toBeNull();
      await press('Save visit');
      await screen.findByRole('heading', { name: 'Saved' });
      await phone.engine.sendNow();
      const [stored] = [...phone.server.records.values()];
      expect(stored?.record).toMatchObject({ remarks: 'Nobody at home, the dog is out', attachments: [{}] });
    });

    it('can be left out, and the record says why', async () => {
      fillPhone();
      await begin();
      await press('Go on without the photo');
      await screen.findByRole('radio', { name: 'The phone is full' });
      await press('Save visit');
      await screen.findByRole('heading', { name: 'Saved' });
      await phone.engine.sendNow();
      const [stored] = [...phone.server.records.values()];
      expect(stored?.record).toMatchObject({ photoMissing: 'no-space', attachments: [] });
    });

    it('gets its room from what the server has: photos first, then the list of loans', async () => {
      const empty = fillPhone();
      await begin();
      await press('Make room');
      await screen.findByText('There are no photos here that the server already has.');
      empty();
      await press('Remove the list of loans');
      await screen.findByText('proof.pdf');
      // What the visit is about is still there; the others come back with the next sync.
      await waitFor(() => expect(phone.engine.loans.byId(asha.id)).toBeTruthy());
      await phone.engine.loans.refresh();
      expect(phone.engine.loans.status.get().count).toBe(phone.server.loans.length);
      expect(screen.getByLabelText<HTMLTextAreaElement>(/Remarks/).value).toBe('Nobody at home, the dog is out');
    });
  });

  it.each([
    [1, 'Location is not allowed', "Allow it in the browser's site settings and tap Try again.", 'denied'],
    [2, 'The phone finds no position', 'Turn location on, or step outside, and tap Try again.', 'unavailable'],
    [3, 'No position within 20 seconds', 'Step outside or near a window and tap Try again.', 'timeout'],
  ])('without a position (%i) the form says what to do and the visit says why', async (code, words, todo, why) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    geolocation.watchPosition = (_, failed) => {
      failed?.({ code } as GeolocationPositionError);
      return 1;
    };
    phone.open(paths.fieldVisit(asha.id));
    await press('Door locked');
    await vi.advanceTimersByTimeAsync(20_000);
    await screen.findByText(words);
    screen.getByText(`${todo} You can save without it; the visit says so.`);
    screen.getByRole('button', { name: 'Try again' });
    await press('No photo possible?');
    await choose('The camera does not work');
    await press('Save visit');
    await screen.findByRole('heading', { name: 'Saved' });
    vi.useRealTimers();
    await phone.engine.sendNow();
    const [stored] = [...phone.server.records.values()];
    expect(stored?.record).toMatchObject({ gpsMissing: why, photoMissing: 'no-camera' });
    expect(stored?.record.gps).toBeUndefined();
  });

  it('a record the server sends back opens with its reason at the field and goes out mended', async () => {
    const { engine, server } = phone;
    server.judge = (record) =>
      record.reason ? undefined : { code: 'invalid', fields: [{ path: 'reason', message: 'Say who told you' }] };
    phone.open(paths.fieldVisit(asha.id));
    await press('Skip');
    await press('No photo possible?');
    await choose('It was not safe');
    await press('Save visit');
    await screen.findByRole('heading', { name: 'Saved' });
    await engine.sendNow();
    phone.open(paths.fieldLedger());
    await screen.findByText('Say who told you');
    fireEvent.click(screen.getByRole('link', { name: 'Mend' }));
    await screen.findByText('The server asks for a correction');
    expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
    await type('Reason', 'The neighbour');
    expect(screen.queryByText('Say who told you')).toBeNull();
    await press('Save correction');
    await screen.findByRole('heading', { name: 'Saved' });
    await engine.sendNow();
    expect(engine.ledger.get().map((entry) => entry.state)).toEqual(['accepted']);
    expect([...server.records.values()].map(({ record }) => record.reason)).toEqual(['The neighbour']);
  });
});

describe('the ledger', () => {
  it('discards only what is named and confirmed', async () => {
    const { engine, server } = phone;
    server.judge = () => ({ code: 'invalid', fields: [] });
    phone.open(paths.fieldVisit(asha.id));
    await press('Skip');
    await press('No photo possible?');
    await choose('It was not safe');
    await press('Save visit');
    await screen.findByRole('heading', { name: 'Saved' });
    await engine.sendNow();
    phone.open(paths.fieldLedger());
    await screen.findByRole('link', { name: /1 needs you/ });
    await press('Discard');
    const sheet = await screen.findByRole('dialog', { hidden: true });
    expect(sheet.textContent).toContain('“Skip” for Asha Kulkarni (LN000001)');
    fireEvent.click(within(sheet).getByRole('button', { name: 'Keep it', hidden: true }));
    expect(engine.ledger.get()).toHaveLength(1);
    await press('Discard');
    fireEvent.click(
      within(await screen.findByRole('dialog', { hidden: true })).getByRole('button', {
        name: 'Discard it',
        hidden: true,
      }),
    );
    await waitFor(() => expect(engine.ledger.get()).toEqual([]));
    await screen.findByText('No records yet');
  });
});

describe('the loan', () => {
  it('masks numbers, offers no call while contact is paused, and still takes a record', async () => {
    phone.open(paths.fieldLoan(paused.id));
    await screen.findAllByText(/Bereavement: no contact until/);
    const number = paused.phones[0]?.number ?? '';
    expect(document.body.textContent).not.toContain(number);
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    expect(screen.getByRole('link', { name: 'Record visit' })).toBeTruthy();
  });

  describe('a call', () => {
    // Lawful at any hour of the day on which this runs.
    beforeEach(async () => {
      await phone.close();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T06:00:00Z`) });
      phone = await testPhone([asha]);
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const open = () => phone.open(paths.fieldLoan(asha.id));
    const call = async () => fireEvent.click(await screen.findByRole('link', { name: /^Call / }));
    const later = (id: string) =>
      phoneContact(phone.engine).then((held) => held.get().calls.filter((one) => one.id !== id));

    it('is told to the server before it is dialled, and counts against the next one', async () => {
      open();
      await call();
      await waitFor(() => expect(phone.server.startedCalls.size).toBe(1));
      const [started] = [...phone.server.startedCalls.values()];
      expect(started).toMatchObject({ loanId: asha.id, phoneId: asha.phones[0]?.id });
      await screen.findByText(/The last attempt was less than 30 minutes ago/);
      expect(screen.queryByRole('link', { name: /^Call / })).toBeNull();
      expect(await later('')).toMatchObject([{ told: true }]);
    });

    it('that the server refuses is not dialled, and no attempt is kept', async () => {
      phone.server.before = (_request, path) =>
        path === '/api/v1/call-disposition' ? refuse('contact-blocked') : undefined;
      open();
      await call();
      await screen.findByText('This borrower may not be contacted now.');
      expect(await later('')).toEqual([]);
      expect(screen.getByRole('link', { name: /^Call / })).toBeTruthy();
    });

    it('without a network is kept, holds on this phone, and is told later', async () => {
      open();
      phone.server.down = true;
      await call();
      await screen.findByText(/The last attempt was less than 30 minutes ago/);
      expect(await later('')).toMatchObject([{ told: false, loanId: asha.id }]);
    });
  });

  it('a link to a loan that is not here says what became of it', async () => {
    phone.open(paths.fieldLoan('0193a000-0000-7000-8000-00000000dead'));
    await screen.findByText('This loan is not on this phone');
  });
});

describe('today', () => {
  it('starts with a sentence and the promises due', async () => {
    phone.open(paths.home());
    await screen.findByText('0 of 1 done');
    expect(screen.getByText('Promised ₹3,800 for today')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Promises due today/ }).textContent).toContain('1');
  });

  it('does not count a list that is still on its way', async () => {
    const { loans } = phone.engine;
    const half = { ...loans.status.get(), phase: 'syncing' as const, progress: { done: 2, total: 300 } };
    const status = { ...loans.status, get: () => half };
    phone.open(paths.home(), { ...phone.engine, loans: { ...loans, status } });
    await screen.findByRole('link', { name: /Promises due today/ });
    expect(screen.queryByText(/done$/)).toBeNull();
  });

  it('counts cash from own records', async () => {
    phone.open(paths.fieldVisit(iqbal.id));
    await press('Collected in full');
    await type('Collected', '380000');
    await screen.findByText(/^₹3,80,000 is more than all that is owed/);
    await type('Collected', '3800');
    await waitFor(() => expect(screen.queryByText(/is more than all/)).toBeNull());
    await choose('Cash');
    for (const [note, count] of [
      [500, 7],
      [100, 3],
    ])
      await type(`Number of ₹${note}`, String(count));
    await choose('Borrower');
    await press('No photo possible?');
    await choose('They did not allow it');
    await press('Save visit');
    await screen.findByRole('heading', { name: 'Saved' });
    expect(screen.getByText('₹3,800 collected · Cash')).toBeTruthy();
    phone.open(paths.home());
    await screen.findByText('1 of 1 done · ₹3,800 collected');
    expect(screen.getByRole('link', { name: /Cash taken today/ }).textContent).toContain('₹3,800');
  });
});

describe('today, with visits that another phone of the agent recorded', () => {
  const at = new Date().toISOString();
  const visitOf = (by: string): HistoryEntry => ({
    id: loanOf(9).id,
    at,
    channel: 'field',
    code: 'FDL',
    codeLabel: 'Door locked',
    class: 'NON_CONTACT',
    by,
    remarks: null,
    ptp: null,
    paidPaise: null,
    nextVisitOn: null,
    photos: 0,
    receiptNo: null,
  });
  const visitedBy = (by: string) => ({
    lastVisit: { at, code: 'FDL', label: 'Door locked' },
    recent: [visitOf(by)],
  });

  it('counts the agent’s own and leaves out a colleague’s', async () => {
    await phone.close();
    phone = await testPhone([
      { ...asha, ...visitedBy('Agent ravi') },
      { ...paused, ...visitedBy('Agent meera') },
      iqbal,
    ]);
    phone.open(paths.home());
    await screen.findByText('1 of 2 done');
    const done = screen.getByRole('heading', { name: 'Done today' }).parentElement;
    expect(done?.textContent).toContain(asha.borrower.name);
    expect(done?.textContent).not.toContain(paused.borrower.name);
  });
});

describe('planning a visit', () => {
  it('puts the day at the server, which this phone’s plan follows, and back again; without a network nothing is said to be planned', async () => {
    const tomorrow = addDays(today, 1);
    const bodies: unknown[] = [];
    let reachable = false;
    let version = 1;
    phone.server.before = (request, path) => {
      if (path !== '/api/v2/loans/visit-day') return undefined;
      if (!reachable) throw new TypeError('no network');
      const body = JSON.parse(String(request.body)) as { loanId: string; on: string | null };
      bodies.push(body);
      version += 1;
      const planned = { ...asha, nextVisitOn: body.on, version };
      phone.server.loans = [planned, iqbal, paused];
      const text = JSON.stringify({ success: true, data: planned });
      return { status: 200, redirected: false, header: () => null, text };
    };
    phone.open(paths.fieldLoan(asha.id));
    await screen.findByText('No visit is planned');
    await press('Plan the visit');
    const sheet = within(await screen.findByRole('dialog', { name: 'Plan the visit' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Plan the visit' }));
    await sheet.findByText('Choose a day');
    fireEvent.click(sheet.getByText('Tomorrow'));
    fireEvent.click(sheet.getByRole('button', { name: 'Plan the visit' }));
    await sheet.findByText('Nothing was planned. Press again when there is a network.');
    expect(phone.engine.loans.byId(asha.id)?.nextVisitOn).toBeNull();
    reachable = true;
    fireEvent.click(sheet.getByRole('button', { name: 'Plan the visit' }));
    await screen.findByText(`Next visit ${formatDay(tomorrow)}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // A toast is a popover, which jsdom takes for hidden.
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await screen.findByText('No visit is planned');
    expect(bodies).toEqual([
      { loanId: asha.id, on: tomorrow },
      { loanId: asha.id, on: null },
    ]);
  });

  it('is not offered where nobody may be visited', async () => {
    phone.open(paths.fieldLoan(paused.id));
    await screen.findByText('No visit is planned');
    expect(screen.queryByRole('button', { name: 'Plan the visit' })).toBeNull();
  });
});

describe('me', () => {
  it('clocks in at the server, whose time is shown, and says when it was not reached', async () => {
    const at = '2026-11-21T03:30:00.000Z';
    const mark = { at, lat: null, lng: null, accuracyM: null, battery: null };
    const none = { clockOut: null, firstSignInAt: null, lastSeenAt: null, records: 0, minutes: 0 };
    const bodies: unknown[] = [];
    let reachable = false;
    geolocation.getCurrentPosition = (found) =>
      found({ coords: { latitude: 18.5, longitude: 73.8, accuracy: 12 } } as GeolocationPosition);
    phone.server.before = (request, path) => {
      if (path !== '/api/v2/profiles/me/clock') return undefined;
      if (!reachable) throw new TypeError('no network');
      bodies.push(JSON.parse(String(request.body)));
      return {
        status: 200,
        redirected: false,
        header: () => null,
        text: JSON.stringify({ success: true, data: { day: '2026-11-21', clockIn: mark, ...none } }),
      };
    };
    phone.open(paths.fieldMe());
    await press('Clock in now');
    await screen.findByText('The server was not reached');
    expect(bodies).toEqual([]);
    reachable = true;
    await press('Clock in now');
    await screen.findByText('Clocked in at 09:00');
    // A phone that does not say where it is clocks out all the same.
    geolocation.getCurrentPosition = (_, refused) => refused?.({ code: 1 } as GeolocationPositionError);
    await press('Clock out now');
    await waitFor(() =>
      expect(bodies).toEqual([{ direction: 'in', lat: 18.5, lng: 73.8, accuracyM: 12 }, { direction: 'out' }]),
    );
  });

  it('says how many unsent records stay before signing out', async () => {
    phone.open(paths.fieldVisit(asha.id));
    await press('Skip');
    await press('No photo possible?');
    await choose('It was not safe');
    await press('Save visit');
    await screen.findByRole('heading', { name: 'Saved' });
    phone.open(paths.fieldMe());
    await press('Sign out');
    await screen.findByText('1 unsent record stays safely on this phone.');
  });
});
