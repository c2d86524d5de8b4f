/** The server's figures of the agent's day on a real engine: fetched, kept without a network, handed over, asked for. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnCash } from '../../../../core/contract/cash';
import { addDays, dayOf, formatDay } from '../../../../core/domain/dates';
import { everythingStored, loanOf, visit } from '../../../offline/test-device';
import { answer } from '../../../offline/test-server';
import type { LedgerEntry } from '../../../offline/types';
import { paths } from '../../../routes';
import { type TestPhone, testPhone } from '../test-phone';
import { ageWords, certificateWords, unsentCash } from './day-words';

// The page about the agent names the app's version.
vi.stubGlobal('__APP_VERSION__', '1.0.0');
const today = dayOf(Date.now());
const id = (n: number) => `01930000-0000-7000-9000-${String(n).padStart(12, '0')}`;

describe('in words', () => {
  it.each<[validUntil: string | null, tone: string | null, says: string | null]>([
    [null, null, null],
    ['2026-11-19', 'danger', 'ended on 19/11/2026'],
    ['2026-11-20', 'warn', 'ends today'],
    ['2026-11-21', 'warn', 'in 1 day,'],
    ['2026-12-20', 'warn', 'in 30 days, on 20/12/2026'],
    ['2026-12-21', 'plain', 'until 21/12/2026'],
  ])('a certificate until %s on 20 November is %s', (validUntil, tone, says) => {
    const words = certificateWords(validUntil, '2026-11-20');
    expect(words?.tone ?? null).toBe(tone);
    if (says) expect(words?.title).toContain(says);
  });

  it.each([
    ['2026-11-20', 'All of it is from today'],
    ['2026-11-19', 'The oldest is from 19/11/2026, 1 day ago'],
    ['2026-11-10', 'The oldest is from 10/11/2026, 10 days ago'],
  ])('cash since %s', (oldest, says) => {
    expect(ageWords(oldest, '2026-11-20')).toBe(says);
  });

  it('only cash that the server does not hold is not sent yet', () => {
    const entry = (state: LedgerEntry['state'], mode: string, amountPaise: number) =>
      ({ state, paid: { mode, amountPaise } }) as unknown as LedgerEntry;
    const ledger = [
      entry('accepted', 'cash', 1),
      entry('queued', 'cash', 10),
      entry('needs-you', 'cash', 100),
      entry('queued', 'upi', 1000),
    ];
    expect(unsentCash(ledger)).toEqual({ amountPaise: 110, records: 2 });
  });
});

describe('on the phone', () => {
  const loan = loanOf(1);
  const payment = {
    id: id(1),
    loanNumber: loan.loanNumber,
    borrower: 'Sunita Pawar',
    amountPaise: 700_00,
    paidAt: new Date().toISOString(),
  };
  let phone: TestPhone;
  let cash: OwnCash;
  let reachable: boolean;
  let bodies: { path: string; body: unknown }[];
  beforeEach(async () => {
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
      this.open = false;
    };
    phone = await testPhone([loan]);
    cash = {
      inHand: { amountPaise: 700_00, payments: 1, oldestOn: addDays(today, -3) },
      handedOver: { amountPaise: 0, payments: 0 },
      payments: [payment],
      handovers: [],
    };
    reachable = true;
    bodies = [];
    phone.server.phoneRules = {
      zone: 'Asia/Kolkata',
      packs: [],
      agent: { draValidUntil: addDays(today, 12), languages: [] },
      portfolios: [],
    };
    phone.server.before = (request, path) => {
      const asked = /cash|collectors\/targets|notifications|loan-requests|incentives/.test(path);
      if (!asked) return undefined;
      if (request.method === 'POST') bodies.push({ path, body: JSON.parse(String(request.body)) });
      // The way back alone may be cut: what was asked has arrived.
      if (!reachable) throw new TypeError('no network');
      if (path === '/api/v2/collectors/targets')
        return answer(200, {
          success: true,
          data: {
            month: `${today.slice(0, 7)}-01`,
            days: { total: 25, elapsed: 15, left: 10 },
            total: 1,
            rows: [
              {
                collectorId: id(2),
                name: 'Ravi',
                agentType: 'Field_Agent',
                portfolio: null,
                bucket: 'any',
                metric: 'amount',
                target: 50_000_00,
                achieved: 20_000_00,
                percent: 40,
                drr: 3_000_00,
                projection: null,
              },
            ],
          },
        });
      if (path === '/api/v2/incentives')
        return answer(200, {
          success: true,
          data: [
            {
              portfolio: { id: id(4), name: 'Two wheelers' },
              incentiveType: 'Efficiency',
              tiers: [],
              mine: { measure: 62.5, amount: 900, next: { min: 70, amount: 2500, missing: 7.5 } },
            },
          ],
        });
      if (path === '/api/v2/notifications')
        return answer(200, {
          success: true,
          data: {
            total: 1,
            rows: [
              {
                id: id(3),
                loanId: loan.id,
                loanNumber: loan.loanNumber,
                customerName: 'Sunita Pawar',
                kind: 'promise-broken',
                amountPaise: 900_00,
                createdAt: new Date().toISOString(),
                isActive: true,
              },
            ],
          },
        });
      if (path === '/api/v2/cash/hand-overs') {
        const told = bodies.map(
          ({ body }) => body as Pick<OwnCash['handovers'][number], 'handedOn' | 'place' | 'reference'>,
        );
        cash = {
          inHand: { amountPaise: 0, payments: 0, oldestOn: null },
          handedOver: { amountPaise: 700_00, payments: 1 },
          payments: [],
          handovers: told.slice(0, 1).map(({ handedOn, place, reference }) => ({
            id: id(4),
            amountPaise: 700_00,
            payments: 1,
            handedOn,
            place,
            reference,
            state: 'open',
            createdAt: new Date().toISOString(),
            answer: null,
            decidedBy: null,
            decidedAt: null,
          })),
        };
      }
      if (path.startsWith('/api/v2/loan-requests'))
        return request.method === 'GET'
          ? answer(200, { success: true, data: { rows: [] } })
          : answer(200, {
              success: true,
              data: {
                id: id(5),
                loanId: loan.id,
                kind: 'other-agent',
                note: 'My cousin',
                state: 'open',
                by: 'Ravi',
                askedAt: new Date().toISOString(),
                answer: null,
                answeredBy: null,
                answeredAt: null,
              },
            });
      return answer(200, { success: true, data: cash });
    };
  });
  afterEach(() => phone.close());

  it('shows cash with its age, targets, notices and the certificate, and keeps nothing that names a borrower', async () => {
    phone.open(paths.home());
    await screen.findByText(`The oldest is from ${formatDay(addDays(today, -3))}, 3 days ago`);
    await screen.findByText('The promise of ₹900 was not kept');
    for (const words of ['₹700', '40 %', 'Needed each day: ₹3,000', loan.borrower.name])
      expect(document.body.textContent).toContain(words);
    fireEvent.click(screen.getByRole('button', { name: /Target this month/ }));
    await screen.findByText('₹20,000 of ₹50,000');
    await screen.findByText(/^Your DRA certificate ends in 12 days/);
    expect(await everythingStored()).not.toContain('Sunita');
  });

  it('says under Me what was earned this month and what is missing to the next slab, also without a network', async () => {
    phone.open(paths.fieldMe());
    expect(await screen.findByText('7.5 points more brings ₹2,500')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '62.5 % of 70 % for ₹2,500' })).toBeTruthy();
    reachable = false;
    phone.open(paths.fieldMe());
    expect(await screen.findByText('7.5 points more brings ₹2,500')).toBeTruthy();
    reachable = true;
  });

  it('says that nothing was fetched yet where there was no network, and what is not sent', async () => {
    reachable = false;
    phone.server.down = true;
    const record = visit(loan, {
      code: 'FPAR',
      payment: { amountPaise: 500_00, mode: 'cash' },
      personMet: { relation: 'borrower' },
    });
    expect(await phone.engine.record(record)).toMatchObject({ ok: true });
    phone.open(paths.home());
    await screen.findByText('Not fetched yet. It comes by itself when there is a network.');
    fireEvent.click(await screen.findByRole('button', { name: /Cash in hand/ }));
    await screen.findByText('₹500 of 1 record that is not sent yet');
    phone.server.down = false;
    reachable = true;
  });

  it('hands over what is ticked, under one id however often it is pressed', async () => {
    phone.open(paths.home());
    await screen.findByText('₹700');
    fireEvent.click(screen.getByRole('button', { name: /Cash in hand/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Hand over cash' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Hand over cash' }));
    await sheet.findByText(/Sunita Pawar/);
    fireEvent.click(sheet.getByRole('button', { name: 'Hand over ₹700' }));
    await sheet.findByText('Enter the number of the slip or receipt');
    expect(bodies).toEqual([]);
    fireEvent.change(sheet.getByRole('textbox', { name: /Number of the slip/ }), { target: { value: 'SLIP 7' } });
    reachable = false;
    fireEvent.click(sheet.getByRole('button', { name: 'Hand over ₹700' }));
    await sheet.findByText('Press again when there is a network: it is the same hand-over, and counts once.');
    reachable = true;
    fireEvent.click(sheet.getByRole('button', { name: 'Hand over ₹700' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    const [first, second] = bodies;
    expect(first?.body).toMatchObject({
      paymentIds: [payment.id],
      handedOn: today,
      place: 'bank',
      reference: 'SLIP 7',
    });
    expect(second).toEqual(first);
    fireEvent.click(await screen.findByRole('button', { name: /Cash in hand.*₹0/ }));
    await screen.findByText('Everything you collected is handed over.');
    await screen.findByText('Not confirmed yet');
  });

  it('asks for another agent with a reason', async () => {
    phone.open(paths.fieldLoan(loan.id));
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for another agent' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ask for another agent' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Ask' }));
    await sheet.findByText('Say why');
    fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'My cousin' } });
    reachable = false;
    fireEvent.click(sheet.getByRole('button', { name: 'Ask' }));
    await sheet.findByText('Nothing was asked. Press again when there is a network.');
    reachable = true;
    fireEvent.click(sheet.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const asked = { path: '/api/v2/loan-requests', body: { loanId: loan.id, kind: 'other-agent', note: 'My cousin' } };
    expect(bodies).toEqual([asked, asked]);
  });
});
