import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeviceEvent, DeviceRow } from '../../../core/contract/devices';
import type { Quarantined } from '../../../core/contract/quarantine';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import PhoneAlerts from './components/alerts';
import { agoWords, eventWords, reasonWords, stateWords } from './device-words';
import DevicesPage from './pages/devices-page';
import { recordFacts } from './record-facts';

configure({ asyncUtilTimeout: 10_000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const report: NonNullable<DeviceRow['report']> = {
  at: ago(0.1),
  locked: false,
  unsent: 0,
  needsYou: 0,
  quarantined: 0,
  oldestUnsentAt: null,
  lastSyncAt: ago(1),
  lastContactAt: ago(0.1),
  storage: { usedBytes: 12 * 2 ** 20, quotaBytes: 4 * 2 ** 30, persisted: false },
};
const phone = (n: number, more: Partial<DeviceRow> = {}): DeviceRow => ({
  deviceId: id(n),
  userId: id(100 + n),
  agent: `Agent ${n}`,
  username: `agent${n}`,
  role: 'CRM_FieldAgent',
  agency: 'Swift Recoveries',
  name: 'Android · Chrome',
  appVersion: '1.2.0',
  registeredAt: ago(500),
  lastSeenAt: ago(1),
  revokedAt: null,
  mayWithdraw: true,
  silent: false,
  unsentOverADay: false,
  underReview: 0,
  report,
  ...more,
});
const late = phone(1, {
  agent: 'Ravi Kumar',
  unsentOverADay: true,
  report: { ...report, unsent: 4, oldestUnsentAt: ago(30) },
});
const item: Quarantined = {
  userId: id(101),
  key: id(7),
  agent: 'Ravi Kumar',
  deviceId: id(1),
  device: 'Android · Chrome',
  loanNumber: 'LN0007',
  borrower: 'Anjali Deshmukh',
  code: 'FCOL',
  codeLabel: 'Collected in full',
  reasonCode: 'not-found',
  reason: 'This loan is not known here.',
  recordedAt: ago(3),
  receivedAt: ago(2),
  decided: null,
};
const whole = {
  item,
  record: { channel: 'field', remarks: 'Paid at the door', payment: { amountPaise: 90_000, mode: 'cash' } },
  files: [{ sha256: 'e'.repeat(64), name: 'door.jpg', kind: 'premises', size: 200_000, arrived: true }],
  loan: { id: id(7), loanNumber: 'LN0007', borrower: 'Anjali Deshmukh', state: 'active', withAgent: false },
};
const events: DeviceEvent[] = [
  { id: id(50), kind: 'evicted', at: ago(5), by: null, detail: { unsent: 3 } },
  { id: id(51), kind: 'registered', at: ago(500), by: null, detail: { appVersion: '1.0.0' } },
];

type Calls = { id: string; call: Record<string, unknown> }[];
type Answers = Record<string, (call: Record<string, unknown>) => unknown>;
const answers: Answers = {
  'devices.alerts': () => ({
    data: {
      count: 1,
      underReview: 1,
      alerts: [
        {
          id: id(60),
          kind: 'unsent-over-a-day',
          deviceId: late.deviceId,
          userId: late.userId,
          agent: late.agent,
          name: late.name,
          unsent: 4,
          oldestUnsentAt: ago(30),
          raisedAt: ago(6),
        },
      ],
    },
  }),
  'devices.list': () => ({
    data: {
      asOf: ago(0),
      rows: [late, phone(2), phone(3, { revokedAt: ago(4) })],
      total: 60,
      counts: { all: 60, unsent: 1, quarantined: 0, revoked: 1, silent: 0 },
    },
  }),
  'devices.one': () => ({ data: { device: late, events } }),
  'devices.revoke': () => ({ data: { device: late, events } }),
  'dispositions.quarantineList': () => ({ data: { rows: [item], total: 1, open: 1 } }),
  'dispositions.quarantineOne': () => ({ data: whole }),
  'dispositions.quarantineDecide': () => ({ data: whole }),
};

let calls: Calls;
beforeEach(() => {
  calls = [];
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

function show(path = '/devices', more: Answers = {}, page = <DevicesPage />) {
  const all = { ...answers, ...more };
  const api = {
    call: async (endpoint: { id: string }, call: Record<string, unknown>) => {
      calls.push({ id: endpoint.id, call });
      return all[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Meera', role: { name: 'CRM_Manager' }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>{page}</ApiContext>
          </QueryClientProvider>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
const address = () => screen.getByTestId('address').textContent;

describe('the phones', () => {
  it('are listed with how they stand; filter, order and page are the address’s', async () => {
    show();
    const row = await screen.findByRole('row', { name: /Ravi Kumar/ });
    expect(row.textContent).toContain('Unsent for over a day');
    expect(row.textContent).toContain('30 h');
    expect(screen.getByRole('row', { name: /Agent 3/ }).textContent).toContain('Withdrawn');
    expect(screen.getByRole('alert').textContent).toContain('1 phone has unsent work for over a day');
    fireEvent.click(screen.getByRole('radio', { name: 'Unsent over a day 1' }));
    await waitFor(() => expect(last('devices.list')).toMatchObject({ query: { filter: 'unsent', page: 1 } }));
    fireEvent.click(screen.getByRole('button', { name: /^Storage/ }));
    await waitFor(() => expect(last('devices.list')).toMatchObject({ query: { sort: 'storage', dir: 'desc' } }));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(last('devices.list')).toMatchObject({ query: { page: 2, filter: 'unsent' } }));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search phones' }), { target: { value: 'ravi' } });
    await waitFor(() => expect(last('devices.list')).toMatchObject({ query: { q: 'ravi', page: 1 } }));
    expect(address()).toContain('filter=unsent');
  });

  it('one about which only somebody above decides shows no button that would be refused', async () => {
    show('/devices', { 'devices.one': () => ({ data: { device: { ...late, mayWithdraw: false }, events: [] } }) });
    fireEvent.click(await screen.findByRole('row', { name: /Ravi Kumar/ }));
    const panel = await screen.findByRole('complementary', { name: 'Phone of Ravi Kumar' });
    expect(within(panel).queryByRole('button', { name: 'Withdraw this phone' })).toBeNull();
  });

  it('open beside the list with their history, and are withdrawn only with a reason', async () => {
    show();
    fireEvent.click(await screen.findByRole('row', { name: /Ravi Kumar/ }));
    const panel = await screen.findByRole('complementary', { name: 'Phone of Ravi Kumar' });
    expect(panel.textContent).toContain('It last reported 3 records unsent');
    expect(panel.textContent).toContain('Not promised by the browser');
    fireEvent.click(within(panel).getByRole('button', { name: 'Withdraw this phone' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw Ravi Kumar’s phone?' });
    expect(dialog.textContent).toContain('4 unsent records');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw the phone' }));
    await within(dialog).findByText('Say why; it stands in the history');
    expect(last('devices.revoke')).toBeUndefined();
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Stolen' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw the phone' }));
    await waitFor(() =>
      expect(last('devices.revoke')).toMatchObject({
        params: { deviceId: late.deviceId, userId: late.userId },
        body: { reason: 'Stolen' },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  it.each([
    ['none at all', { all: 0 }, '', 'No phones yet'],
    ['none of a filter', { all: 5 }, '?filter=silent', 'Every phone was heard of in the last three days'],
    ['none found', { all: 5 }, '?q=zz', 'Nothing found for “zz”'],
  ])('with %s say what that means', async (_, counts, search, words) => {
    const data = {
      asOf: ago(0),
      rows: [],
      total: 0,
      counts: { unsent: 0, quarantined: 0, revoked: 0, silent: 0, ...counts },
    };
    show(`/devices${search}`, { 'devices.list': () => ({ data }) });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('without a network say so and come back when asked', async () => {
    let down = true;
    show('/devices', {
      'devices.list': (call) => {
        if (down) throw new ApiError('Network error', { status: 0, class: 'retry' });
        return answers['devices.list']?.(call);
      },
    });
    await screen.findByText('The phones themselves work without one.', { exact: false });
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Ravi Kumar/ })).toBeTruthy();
  });
});

describe('records under review', () => {
  const open = async (more: Answers = {}) => {
    show('/devices?view=review', more);
    fireEvent.click(await screen.findByRole('row', { name: /Ravi Kumar/ }));
    return screen.findByRole('complementary', { name: 'Record of Ravi Kumar' });
  };

  it('show everything they say and are accepted as they are', async () => {
    const panel = await open();
    for (const words of ['The agent never held this loan', '₹900, cash', 'Paid at the door', 'door.jpg', 'Arrived'])
      expect(panel.textContent).toContain(words);
    fireEvent.click(within(panel).getByRole('button', { name: 'Accept as it is' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Accept the record' }));
    await waitFor(() =>
      expect(last('dispositions.quarantineDecide')).toMatchObject({
        params: { userId: item.userId, key: item.key },
        body: { decision: 'accepted' },
      }),
    );
  });

  it('are refused or handed back only with a reason', async () => {
    const panel = await open();
    fireEvent.click(within(panel).getByRole('button', { name: 'Hand back' }));
    const confirm = await screen.findByRole('button', { name: 'Hand it back' });
    fireEvent.click(confirm);
    await screen.findByText('Give a reason; the agent reads it');
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Wrong day' } });
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(last('dispositions.quarantineDecide')?.body).toEqual({ decision: 'returned', reason: 'Wrong day' }),
    );
  });

  it('that somebody else has just decided say so', async () => {
    const panel = await open({
      'dispositions.quarantineDecide': () => {
        throw new ApiError('Arun has already decided this record. Look at it again.', {
          status: 409,
          class: 'user',
          code: 'conflict',
        });
      },
    });
    fireEvent.click(within(panel).getByRole('button', { name: 'Accept as it is' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Accept the record' }));
    expect(await screen.findByText('Somebody was faster')).toBeTruthy();
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that cannot be opened cannot be accepted', async () => {
    const panel = await open({ 'dispositions.quarantineOne': () => ({ data: { ...whole, record: null, files: [] } }) });
    expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Accept as it is' }).disabled).toBe(true);
  });
});

it('a file of an agent is uploaded, and what became of each record is said', async () => {
  const records = [
    { key: id(1), loanNumber: 'LN1', became: 'received', receiptNo: 'R-000009', message: null },
    { key: id(2), loanNumber: 'LN2', became: 'under-review', receiptNo: null, message: 'It is not complete.' },
  ];
  show('/devices', {
    'devices.uploadQueueFile': () => ({ data: { agent: 'Ravi Kumar', madeAt: ago(1), records } }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Upload an agent’s records' }));
  const file = new File(['RECOUPQ1'], 'ravi.recoup');
  fireEvent.change(screen.getByLabelText('File of records (.recoup)'), { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: 'Upload the file' }));
  await screen.findByText(/2 records of Ravi Kumar/);
  expect(screen.getByRole('row', { name: /LN1 Received R-000009/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /LN2 Under review It is not complete/ })).toBeTruthy();
  expect(last('devices.uploadQueueFile')).toMatchObject({ bytes: file });
});

describe('on the desk’s start', () => {
  it('old unsent work and open decisions are announced, with the way to them', async () => {
    show('/', {}, <PhoneAlerts />);
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('1 phone has unsent work for over a day');
    expect(banner.textContent).toContain('Ravi Kumar’s: 4 unsent for 30 h');
    fireEvent.click(within(banner).getByRole('link', { name: 'Decide the record' }));
    expect(address()).toBe('/devices?view=review');
  });

  it('nothing is said when there is nothing', async () => {
    show('/', { 'devices.alerts': () => ({ data: { count: 0, alerts: [], underReview: 0 } }) }, <PhoneAlerts />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('words', () => {
  const now = Date.now();
  it.each([
    [0, 'just now'],
    [0.5, '30 min'],
    [30, '30 h'],
    [80, '3 days'],
  ])('%d hours ago is %s', (hours, words) => {
    expect(agoWords(new Date(now - hours * HOUR).toISOString(), now)).toBe(words);
  });

  it.each<[Partial<DeviceRow>, string]>([
    [{ revokedAt: ago(1), unsentOverADay: true }, 'Withdrawn'],
    [{ unsentOverADay: true, silent: true }, 'Unsent for over a day'],
    [{ silent: true }, 'Silent'],
    [{ report: null }, 'Not reported yet'],
    [{ report: { ...report, needsYou: 1, unsent: 2 } }, 'Needs its agent'],
    [{ report: { ...report, unsent: 2 } }, 'Sending'],
    [{ report: { ...report, quarantined: 1 } }, 'Under review'],
    [{}, 'All sent'],
  ])('a phone with %j is "%s"', (more, text) => {
    expect(stateWords(phone(1, more)).text).toBe(text);
  });

  it('every kind of event and reason has words; what is not understood of a record is shown', () => {
    const kinds: DeviceEvent['kind'][] = [
      'registered',
      'app-updated',
      'evicted',
      'revoked',
      'allowed',
      'erased',
      'queue-uploaded',
    ];
    for (const kind of kinds)
      expect(eventWords({ id: id(1), kind, at: ago(1), by: 'Meera', detail: {} }).text).not.toBe('');
    expect(reasonWords('something-new')).toBe('The server could not take it as it is.');
    const facts = recordFacts(
      { invented: { deep: 1 }, ptp: { amountPaise: 5000, dueOn: '2026-12-01', mode: 'upi' }, id: 'x' },
      'Asia/Kolkata',
    );
    expect(facts).toEqual([
      { name: 'Promise', value: '₹50 by 01/12/2026, upi' },
      { name: 'invented', value: '{"deep":1}' },
    ]);
  });
});
