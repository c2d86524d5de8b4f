// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_IN, DEFAULT_PACK, policyRules } from '../../../core/domain/contact-gate';
import { addDays, dayOf, formatDay } from '../../../core/domain/dates';
import { DEFAULT_POLICY } from '../../../core/domain/portfolio-rules';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { loanOf } from '../../offline/test-device';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { type Session, SessionContext } from '../session';
import { answerWords, chipWords } from './contact-words';
import { ContactChip } from './index';
import { judge, knownFromLoan } from './judge';
import ContactRulesPage from './pages/contact-rules-page';

configure({ asyncUtilTimeout: 10_000 });

const ZONE = 'Asia/Kolkata';
const MORNING = Date.parse('2026-11-23T04:30:00Z');
const NIGHT = Date.parse('2026-11-23T15:30:00Z');
const today = dayOf(Date.now(), ZONE);
const noNetwork = () => {
  throw new ApiError('Network error', { status: 0, class: 'retry' });
};

const standing = {
  id: null,
  version: 0,
  name: 'Rules in force',
  base: 'default',
  effectiveFrom: DEFAULT_PACK.from,
  microfinance: DEFAULT_PACK.microfinance,
  rules: DEFAULT_PACK.rules,
  reason: '',
  by: null,
  at: null,
  state: 'in-force',
};
const packs = {
  data: {
    today,
    zone: ZONE,
    versions: [standing],
    offered: (Object.entries(BUILT_IN) as [keyof typeof BUILT_IN, (typeof BUILT_IN)['default']][]).map(
      ([base, pack]) => ({
        base,
        name: pack.name,
        inForce: base === 'default',
        microfinance: pack.microfinance,
        rules: pack.rules,
      }),
    ),
  },
};
const id = '01930000-0000-7000-8000-000000000001';
const blocks = {
  data: {
    from: '2026-11-17',
    to: '2026-11-23',
    totals: { refused: 3, outside: 1, warned: 2 },
    byRule: [{ rule: 'hours', refused: 3, outside: 1, warned: 2 }],
    byChannel: [{ channel: 'call', refused: 3, outside: 1, warned: 2 }],
    byUser: [{ userId: id, name: 'Meera Joshi', refused: 3, outside: 1, warned: 2 }],
    byDay: [{ day: '2026-11-23', refused: 3, outside: 1, warned: 2 }],
    total: 1,
    rows: [
      {
        day: '2026-11-23',
        rule: 'hours',
        channel: 'call',
        kind: 'refused',
        times: 3,
        lastAt: '2026-11-23T15:30:00.000Z',
        nextLawfulAt: '2026-11-24T02:30:00.000Z',
        userId: id,
        agent: 'Meera Joshi',
        loanId: id,
        loanNumber: 'LN0001',
        borrower: 'Asha Kulkarni',
      },
    ],
  },
};

type Answers = Record<string, (call: { body?: unknown; query?: Record<string, unknown> }) => unknown>;
let calls: { id: string; call: { body?: unknown; query?: Record<string, unknown> } }[] = [];
beforeEach(() => {
  calls = [];
});
afterEach(cleanup);

function show(page: ReactNode, answers: Answers, role = 'CRM_TenantAdmin', path = '/contact-rules') {
  const api = {
    call: async (endpoint: { id: string }, call: (typeof calls)[number]['call']) => {
      calls.push({ id: endpoint.id, call });
      return (answers[endpoint.id] ?? noNetwork)(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: ZONE } },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <KeptContext value={memoryStore()}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>
                <Suspense>{page}</Suspense>
              </ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
}

describe('the gate on this device', () => {
  const loan = loanOf(1);
  it.each([
    ['a loan in the morning', loan, MORNING, 'Allowed until 19:00'],
    ['a loan at night', loan, NIGHT, 'Blocked until 24/11/2026 08:00'],
    ['a disputed loan', { ...loan, flags: { ...loan.flags, dispute: true } }, MORNING, 'Blocked'],
    [
      'one with a pause',
      { ...loan, state: 'suppressed' as const, contactPause: { reason: 'Wedding', until: '2026-11-25' } },
      MORNING,
      'Blocked until 26/11/2026 08:00',
    ],
    [
      'one called three times today',
      {
        ...loan,
        recent: ['03:00', '03:40', '04:10'].map((time, at) => ({
          id: `${id.slice(0, -1)}${at}`,
          at: `2026-11-23T${time}:00.000Z`,
          channel: 'call' as const,
          code: 'RNR',
          codeLabel: 'Ringing, no response',
          class: 'NON_CONTACT' as const,
          by: 'Meera',
          remarks: null,
          ptp: null,
          paidPaise: null,
          nextVisitOn: null,
          photos: 0,
          receiptNo: null,
        })),
      },
      MORNING,
      'Blocked until 24/11/2026 08:00',
    ],
  ])('%s', (_what, held, now, words) => {
    expect(chipWords(judge(knownFromLoan(held, ZONE), now, 'call'), now, ZONE)).toBe(words);
  });

  it.each([
    ['Bereavement', 'sensitive'],
    ['Complaint', 'complaint'],
    ['A settlement is being paid', 'suppressed'],
  ])('a pause for “%s” is explained by the rule of %s', (reason, rule) => {
    const held = { ...loan, contactPause: { reason, until: '2026-11-25' } };
    expect(judge(knownFromLoan(held, ZONE), MORNING, 'call').reasons).toMatchObject([{ rule }]);
  });

  it('says why and what lifts it, in a sentence', () => {
    const disputed = { ...loan, flags: { ...loan.flags, dispute: true } };
    const answer = judge(knownFromLoan(disputed, ZONE), NIGHT, 'call');
    expect(answer.reasons.map(({ rule }) => rule)).toEqual(['dispute', 'hours']);
    expect(answerWords(answer, NIGHT, ZONE)).toBe(
      'The borrower disputes the loan. Contact stops until that is resolved. A manager resolves the dispute.',
    );
  });

  it('is a chip that explains itself without a network', async () => {
    show(<ContactChip loan={{ ...loan, flags: { ...loan.flags, legal: true } }} channel="call" />, {});
    fireEvent.click(await screen.findByRole('button', { name: 'Blocked. Why?' }));
    const why = await screen.findByRole('dialog');
    expect(within(why).getByText('The matter is with an advocate or a court.')).toBeTruthy();
    expect(
      within(why).getByText('Judged by what this device knows; the server looks again when the call starts.'),
    ).toBeTruthy();
  });

  it('keeps the portfolio’s policy that the server told, and names it', () => {
    const known = {
      ...knownFromLoan(loan, ZONE),
      portfolioRules: policyRules('Two wheelers', { ...DEFAULT_POLICY, fromHour: 11, channels: ['call'] }),
    };
    const call = judge(known, MORNING, 'call');
    expect(chipWords(call, MORNING, ZONE)).toBe('Blocked until 11:00');
    expect(call.reasons.map(({ source }) => source)).toEqual(['Contact policy of the portfolio “Two wheelers”']);
    expect(answerWords(judge(known, MORNING, 'sms'), MORNING, ZONE)).toBe(
      'Borrowers of this portfolio are not contacted by this channel. Use another channel.',
    );
  });

  it('goes on judging by the server’s facts, and warns of what does not block', async () => {
    const known = knownFromLoan({ ...loan, borrower: { ...loan.borrower, language: 'ta' } }, ZONE);
    const question = {
      ...known,
      agent: { draValidUntil: null, languages: ['hi'] },
      packs: known.packs.map((pack) => ({ ...pack, rules: pack.rules.filter(({ rule }) => rule === 'language') })),
      portfolioRules: policyRules('Two wheelers', { ...DEFAULT_POLICY, channels: ['call'] }).slice(0, 1),
    };
    const answers = { 'contact.loan': () => ({ data: { question } }) };
    show(
      <>
        <ContactChip loan={loan} channel="call" label="Call" />
        <ContactChip loan={loan} channel="sms" label="SMS" />
      </>,
      answers,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'SMS: Blocked. Why?' }));
    const why = await screen.findByRole('dialog');
    expect(within(why).getByText('Source: Contact policy of the portfolio “Two wheelers”')).toBeTruthy();
    fireEvent.keyDown(why, { key: 'Escape' });
    const allowed = screen.getByRole('button', { name: 'Call: Allowed. Why?' });
    expect(within(allowed).getByText('Borrower’s language')).toBeTruthy();
    fireEvent.click(allowed);
    expect(await screen.findByText('Warning: Borrower’s language')).toBeTruthy();
    expect(answerWords(judge(question, MORNING, 'call'), MORNING, ZONE)).toBe(
      'Allowed · The borrower’s language is Tamil, which the agent does not speak.',
    );
  });
});

describe('the screen of the contact rules', () => {
  it('shows the rules in force with their sources; who may not make versions is not offered to', async () => {
    show(<ContactRulesPage />, { 'contact.packs': () => packs }, 'CRM_Manager');
    const table = await screen.findByRole('table', { name: 'Rules in force' });
    expect(within(table).getAllByRole('row')).toHaveLength(DEFAULT_PACK.rules.length + 1);
    expect(within(table).getByText('08:00 to 19:00 by the borrower’s clock')).toBeTruthy();
    expect(within(table).getAllByText(/RBI\/2022-23\/108, 12 August 2022: no calls/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'New version' })).toBeNull();
  });

  it('takes a new version: checked here, tried on last week, asked about, sent whole', async () => {
    const made: unknown[] = [];
    show(<ContactRulesPage />, {
      'contact.packs': () => packs,
      'contact.previewPack': () => ({
        data: {
          from: '',
          to: '',
          attempts: 10,
          left: 0,
          blocked: 4,
          byRule: [{ rule: 'per-day', count: 4 }],
          byChannel: [],
          examples: [],
        },
      }),
      'contact.addPack': ({ body }) => {
        made.push(body);
        return packs;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'New version' }));
    const take = screen.getByRole('button', { name: 'Take these rules' }) as HTMLButtonElement;
    expect(take.disabled).toBe(true);
    const day = addDays(today, 8);
    const typeIn = (label: RegExp | string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    typeIn(/^Name/, 'Two a day');
    typeIn(/^Counts from/, day);
    typeIn(/^Reason/, 'Board of November');
    typeIn('Attempts a day', '0');
    expect(await screen.findByText('Enter a number from 1 to 100')).toBeTruthy();
    expect(take.disabled).toBe(true);
    typeIn('Attempts a day', '2');
    await waitFor(() => expect(take.disabled).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Try these rules on last week' }));
    expect(await screen.findByText('4 of 10 attempts would have been held back.')).toBeTruthy();
    fireEvent.click(take);
    const dialog = await screen.findByRole('dialog', { name: `Take “Two a day” from ${formatDay(day)}?` });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Take these rules' }));
    await screen.findByRole('table', { name: 'Versions' });
    expect(made).toMatchObject([{ name: 'Two a day', base: null, effectiveFrom: day, reason: 'Board of November' }]);
    const { rules } = made[0] as { rules: { rule: string; values: unknown }[] };
    expect(rules.find(({ rule }) => rule === 'per-day')?.values).toMatchObject({ most: 2 });
    expect(rules).toHaveLength(DEFAULT_PACK.rules.length);
  });

  it('may start from the draft, and leaves out what no rule asks for', async () => {
    show(<ContactRulesPage />, { 'contact.packs': () => packs });
    fireEvent.click(await screen.findByRole('button', { name: 'New version' }));
    fireEvent.change(screen.getByLabelText(/^Made from/), { target: { value: 'draft-2026-02' } });
    const days = await screen.findByLabelText(/^Days without contact/);
    fireEvent.change(days, { target: { value: '2026-12-25 Christmas\nsometime' } });
    expect(await screen.findByText('A line is not a date and a name')).toBeTruthy();
    const before = screen.getAllByRole('button', { name: 'Leave out' }).length;
    fireEvent.click(screen.getAllByRole('button', { name: 'Leave out' })[0] as HTMLElement);
    expect(screen.getAllByRole('button', { name: 'Leave out' })).toHaveLength(before - 1);
  });

  it('reports what was held back, by rule, channel, person and day', async () => {
    show(<ContactRulesPage />, { 'contact.blocks': () => blocks }, 'CRM_Manager', '/contact-rules?view=blocks');
    expect(
      await screen.findByText(
        '3 contacts were held back from 17/11/2026 to 23/11/2026; 1 took place outside the rules. 2 had a warning.',
      ),
    ).toBeTruthy();
    const rules = screen.getByRole('table', { name: 'Rule' });
    fireEvent.click(within(rules).getByRole('button', { name: 'Contact hours' }));
    await waitFor(() =>
      expect(calls.findLast((one) => one.id === 'contact.blocks')?.call.query).toMatchObject({ rule: 'hours' }),
    );
  });

  it('says that there is no network, and offers to ask again', async () => {
    show(<ContactRulesPage />, {});
    expect(await screen.findByText('No network')).toBeTruthy();
    expect(screen.getByText(/^The rules themselves go on holding: this device knows them\./)).toBeTruthy();
  });
});
