/** The chosen loans of a list are given to one manager, telecaller, field agent or agency: in pieces that the server takes, told loan by loan, and taken back. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_ASSIGNED } from '../../../core/contract/loan-givers';
import { addDays, dayOf, formatDay } from '../../../core/domain/dates';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import AssignButton from './components/assign-loans';
import { countBecame, leftOutWords } from './left-out-words';

configure({ asyncUtilTimeout: 10_000, defaultHidden: true });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const PEOPLE = [
  { id: id(1), name: 'Asha Kulkarni', hint: 'Pune' },
  { id: id(2), name: 'Ravi Patil', hint: 'Nashik' },
];
const MANAGERS = [{ id: id(4), name: 'Leela Nair', hint: 'Mumbai' }];
const AGENCIES = [
  { id: id(5), name: 'Meridian', hint: 'MER' },
  { id: id(6), name: 'Zenith', hint: 'ZEN' },
];
const AGENTS = [{ id: id(3), name: 'Vijay Jadhav', hint: 'Pune' }];
type Answers = Record<string, (call: { body?: unknown }) => unknown>;
let calls: { id: string; body: unknown }[] = [];
beforeEach(() => {
  calls = [];
});
afterEach(cleanup);
const sent = (name: string) => calls.filter((one) => one.id === name).map(({ body }) => body);

function show(
  ids: string[],
  answers: Answers = {},
  role = 'CRM_Manager',
  idsOf: () => Promise<string[]> = async () => ids,
) {
  const given: Answers = {
    'portfolios.choices': () => ({
      success: true,
      data: { managers: MANAGERS, collectors: PEOPLE, fieldAgents: AGENTS, agencies: AGENCIES },
    }),
    'loans.assignCollector': ({ body }) => {
      const { loanIds } = body as { loanIds: string[] };
      const results = loanIds.map((loanId, at) => ({ loanId, became: at === 0 ? 'not-active' : 'assigned' }));
      return {
        success: true,
        data: { batchId: id(90 + sent('loans.assignCollector').length), assigned: loanIds.length - 1, results },
      };
    },
    'loans.undoAssign': () => ({ success: true, data: { restored: 2, left: 0, refused: [] } }),
    ...answers,
  };
  const api = {
    call: async (endpoint: { id: string }, call: { body?: unknown }) => {
      calls.push({ id: endpoint.id, body: call.body });
      return given[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = { profile: { fullName: 'Meera', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } } };
  let done = 0;
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={session as unknown as Session}>
          <QueryClientProvider client={createQueryClient()}>
            <ApiContext value={api}>
              <AssignButton
                count={ids.length}
                idsOf={idsOf}
                onDone={() => {
                  done += 1;
                }}
              />
            </ApiContext>
          </QueryClientProvider>
        </SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return { done: () => done };
}

it('a manager gives the chosen loans to a telecaller, hears what was left out, and takes it back', async () => {
  const { done } = show([id(11), id(12), id(13)]);
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Give 3 loans' });
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Asha Kulkarni/ }));
  // One at a time: the second choice takes the place of the first.
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /Ravi Patil/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  await waitFor(() =>
    expect(sent('loans.assignCollector')).toEqual([{ profileId: id(2), loanIds: [id(11), id(12), id(13)] }]),
  );
  await waitFor(() => expect(document.body.textContent).toContain('2 loans given to Ravi Patil · 1 is not active'));
  expect(done()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('loans.undoAssign')).toHaveLength(1));
  await waitFor(() => expect(document.body.textContent).toContain('2 loans are back where they were'));
});

it('a manager gives the chosen loans to another manager and says why; a reason that the server refuses stands at its field', async () => {
  let refused = true;
  show([id(11)], {
    'loans.assignManager': () => {
      if (!refused)
        return {
          success: true,
          data: { batchId: id(90), assigned: 1, results: [{ loanId: id(11), became: 'assigned' }] },
        };
      refused = false;
      throw new ApiError('Some fields need attention', {
        status: 422,
        class: 'user',
        fields: [{ path: 'reason', message: 'Give a shorter reason' }],
      });
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give 1 loan' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Manager' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Leela Nair/ }));
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: ' Moved to Mumbai ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  await dialog.findByText('Give a shorter reason');
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  const body = { profileId: id(4), loanIds: [id(11)], reason: 'Moved to Mumbai' };
  await waitFor(() => expect(sent('loans.assignManager')).toEqual([body, body]));
  await waitFor(() => expect(document.body.textContent).toContain('1 loan given to Leela Nair'));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('loans.undoAssign')).toEqual([{ batchId: id(90) }]));
});

it('says that somebody is on leave beside their name, and before they are given loans all the same', async () => {
  const until = addDays(dayOf(new Date()), 3);
  show([id(11), id(12)], {
    'portfolios.choices': () => ({
      success: true,
      data: {
        managers: [],
        fieldAgents: [],
        agencies: [],
        collectors: [{ ...PEOPLE[0], awayUntil: until }, PEOPLE[1]],
      },
    }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give 2 loans' }));
  expect(await dialog.findByText(`Pune · on leave until ${formatDay(until)}`)).toBeTruthy();
  const warning = `Asha Kulkarni is on leave until ${formatDay(until)}`;
  fireEvent.click(dialog.getByRole('checkbox', { name: /Ravi Patil/ }));
  expect(dialog.queryByText(warning)).toBeNull();
  fireEvent.click(dialog.getByRole('checkbox', { name: /Asha Kulkarni/ }));
  expect(dialog.getByText(warning)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  await waitFor(() => expect(sent('loans.assignCollector')).toHaveLength(1));
});

it('a manager finds an agency by its name and gives it the chosen loans', async () => {
  show([id(11)], {
    'loans.assignAgency': () => ({
      success: true,
      data: { batchId: id(91), assigned: 1, results: [{ loanId: id(11), became: 'assigned' }] },
    }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give 1 loan' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Agency' }));
  await dialog.findByRole('checkbox', { name: /Meridian/ });
  fireEvent.change(dialog.getByRole('searchbox', { name: /Agency/ }), { target: { value: 'zen' } });
  await waitFor(() => expect(dialog.queryByRole('checkbox', { name: /Meridian/ })).toBeNull());
  fireEvent.click(dialog.getByRole('checkbox', { name: /Zenith/ }));
  const recallOn = addDays(dayOf(Date.now(), 'Asia/Kolkata'), 5);
  fireEvent.change(dialog.getByLabelText(/Last day with the agency/), { target: { value: formatDay(recallOn) } });
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  await waitFor(() => expect(sent('loans.assignAgency')).toEqual([{ profileId: id(6), loanIds: [id(11)], recallOn }]));
  await waitFor(() => expect(document.body.textContent).toContain('1 loan given to Zenith'));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('loans.undoAssign')).toEqual([{ batchId: id(91) }]));
});

it('a manager gives the chosen loans to a field agent, with the day of the visit, in their own pincodes only', async () => {
  const today = dayOf(Date.now());
  show([id(11), id(12), id(13)], {
    'loans.assignProfile': ({ body }) => {
      const { loanIds } = body as { loanIds: string[] };
      const results = loanIds.map((loanId, at) => ({ loanId, became: at === 0 ? 'other-pincode' : 'assigned' }));
      return { success: true, data: { batchId: id(90), assigned: 2, results } };
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give 3 loans' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Field agent' }));
  // Whoever was chosen among the telecallers is not among the agents.
  expect(dialog.queryByRole('checkbox', { name: /Asha Kulkarni/ })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  await dialog.findByText('Choose who works them');
  fireEvent.click(dialog.getByRole('checkbox', { name: /Vijay Jadhav/ }));
  fireEvent.click(dialog.getByText('Tomorrow'));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Only loans with an address in their pincodes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  const visitOn = addDays(today, 1);
  await waitFor(() =>
    expect(sent('loans.assignProfile')).toEqual([
      {
        profileId: id(3),
        loanIds: [id(11), id(12), id(13)],
        agentType: 'Field_Agent',
        checkPinCode: true,
        visitDate: `${visitOn}T09:00:00`,
      },
    ]),
  );
  expect(sent('loans.assignCollector')).toEqual([]);
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      `2 loans given to Vijay Jadhav · 2 visits planned for ${formatDay(visitOn)} · 1 has no address in their pincodes`,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('loans.undoAssign')).toEqual([{ batchId: id(90) }]));
});

it('who has the loans already gets the day of the visit, and it is said', async () => {
  const visitOn = addDays(dayOf(Date.now()), 1);
  show([id(11), id(12)], {
    'loans.assignProfile': () => ({
      success: true,
      data: {
        batchId: null,
        assigned: 0,
        results: [11, 12].map((n) => ({ loanId: id(n), became: 'unchanged' })),
      },
    }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: 'Field agent' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Vijay Jadhav/ }));
  fireEvent.click(dialog.getByText('Tomorrow'));
  fireEvent.click(dialog.getByRole('button', { name: 'Give the loans' }));
  await waitFor(() =>
    expect(document.body.textContent).toContain(`2 visits planned for ${formatDay(visitOn)} · 2 had them already`),
  );
  expect(document.body.textContent).not.toContain('0 loans given');
});

it('what may not go back is said with the reason', async () => {
  show([id(11), id(12), id(13)], {
    'loans.undoAssign': () => ({
      success: true,
      data: { restored: 1, left: 1, refused: [{ loanIds: [id(12)], reason: 'The agency Zenith is switched off.' }] },
    }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Give 3 loans' });
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Ravi Patil/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      '1 loan is back where it was · 1 loan stays where it is: The agency Zenith is switched off.',
    ),
  );
});

it('more than the server takes at once go in pieces', async () => {
  const ids = Array.from({ length: MAX_ASSIGNED + 2 }, (_, at) => id(1000 + at));
  show(ids);
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  await waitFor(() => expect(sent('loans.assignCollector')).toHaveLength(2));
  const pieces = sent('loans.assignCollector').map((body) => (body as { loanIds: string[] }).loanIds);
  expect(pieces.map(({ length }) => length)).toEqual([MAX_ASSIGNED, 2]);
  expect(pieces.flat()).toEqual(ids);
});

it('pieces that went before one failed keep their way back, and the rest is counted with the reason', async () => {
  const ids = Array.from({ length: MAX_ASSIGNED + 2 }, (_, at) => id(1000 + at));
  show(ids, {
    'loans.assignCollector': ({ body }) => {
      if (sent('loans.assignCollector').length > 1)
        throw new ApiError('The server did not answer', { status: 503, class: 'retry' });
      const results = (body as { loanIds: string[] }).loanIds.map((loanId) => ({ loanId, became: 'assigned' }));
      return { success: true, data: { batchId: id(91), assigned: results.length, results } };
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  await waitFor(() =>
    expect(document.body.textContent).toMatch(
      new RegExp(
        `${MAX_ASSIGNED.toLocaleString('en-IN')} loans given to Asha Kulkarni · 2 loans stay where they are: .`,
      ),
    ),
  );
  // The tests above left their own toasts.
  fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement);
  await waitFor(() => expect(sent('loans.undoAssign')).toEqual([{ batchId: id(91) }]));
});

it('is busy from the first press, while it finds out which loans are chosen; a second press gives nothing again', async () => {
  let found: (ids: string[]) => void = () => {};
  let asked = 0;
  show([id(11)], {}, 'CRM_Manager', () => {
    asked += 1;
    return new Promise((resolve) => {
      found = resolve;
    });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Asha Kulkarni/ }));
  const give = within(dialog).getByRole('button', { name: 'Give the loans' });
  // The dialog itself has asked for them, for what their agents want.
  asked = 0;
  // A double click: the second half comes before anything could be drawn.
  fireEvent.click(give, { detail: 1 });
  fireEvent.click(give, { detail: 2 });
  await waitFor(() => expect(give.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(give, { detail: 1 });
  expect(asked).toBe(1);
  found([id(11)]);
  await waitFor(() => expect(sent('loans.assignCollector')).toHaveLength(1));
});

it('which loans are chosen cannot be found out: the dialog says so and stays', async () => {
  const { done } = show([id(11)], {}, 'CRM_Manager', () =>
    Promise.reject(new ApiError('No network', { status: 0, class: 'retry' })),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  await within(dialog).findByText(/No network/);
  expect(done()).toBe(0);
});

it('nobody chosen, and who the server refuses, stand at the field; the dialog stays', async () => {
  const { done } = show([id(11)], {
    'loans.assignCollector': () => {
      throw new ApiError('Some fields need attention', {
        status: 422,
        class: 'user',
        fields: [{ path: 'profileId', message: 'This person is not active' }],
      });
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Give 1 loan' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  await within(dialog).findByText('Choose who works them');
  expect(sent('loans.assignCollector')).toEqual([]);
  fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Asha Kulkarni/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give the loans' }));
  await within(dialog).findByText('This person is not active');
  expect(done()).toBe(0);
});

it('a partner gives to the telecallers and field agents of the agency, and to nobody else', async () => {
  show([id(11)], {}, 'PARTNER');
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Give 1 loan' });
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((one) => one.closest('label')?.textContent),
  ).toEqual(['Telecaller', 'Field agent']);
});

it.each(['CRM_TeleCaller', 'CLIENT', 'CRM_FieldAgent'])('%s is not offered it', (role) => {
  show([id(11)], {}, role);
  expect(screen.queryByRole('button', { name: 'Give to…' })).toBeNull();
});

it.each(['CRM_Manager', 'MANAGER', 'CRM_SuperManager', 'ADMIN', 'TENANT_ADMIN', 'CRM_TenantAdmin', 'SUPER_ADMIN'])(
  '%s is offered it',
  (role) => {
    show([id(11)], {}, role);
    screen.getByRole('button', { name: 'Give to…' });
  },
);

it('says nothing where nothing is left out', () => {
  expect(leftOutWords(countBecame([{ loanId: id(1), became: 'assigned' }]))).toBe('');
});

it('shows of the chosen loans which their agent asks to be rid of, and why; many are not asked about', async () => {
  const rows = [
    {
      id: id(31),
      loanId: id(11),
      loanNumber: 'LN11',
      by: 'Vijay Jadhav',
      askedAt: '2026-11-20T05:00:00Z',
      note: 'My cousin',
    },
  ];
  const answers = { 'loanRequests.otherAgent': () => ({ success: true, data: { rows } }) };
  show([id(11), id(12)], answers);
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  expect(await screen.findByText('For 1 of these loans another agent is asked for')).toBeTruthy();
  expect(document.body.textContent).toContain('LN11 · Vijay Jadhav, 20/11/2026: My cousin');
  cleanup();

  calls = [];
  show(
    Array.from({ length: 51 }, (_, at) => id(100 + at)),
    answers,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Give to…' }));
  await screen.findByRole('checkbox', { name: /Asha Kulkarni/ });
  expect(sent('loanRequests.otherAgent')).toEqual([]);
});
