import { QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../core/contract/errors';
import {
  deactivatePerson,
  newInitialPassword,
  type Person,
  reactivatePerson,
  type TreeNode,
} from '../../../core/contract/people';
import { draCertificate, removeDraCertificate } from '../../../core/contract/people-dra';
import { addDays, dayOf } from '../../../core/domain/dates';
import { MAY_LEAD, PROFILE_KINDS, ROLES_OF_KIND } from '../../../core/domain/people';
import { fieldsOf } from '../../../core/domain/profile-fields';
import { ROLES, type Role } from '../../../core/domain/roles';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import { weeksOf } from './month';
import AttendancePage from './pages/attendance-page';
import FormPage from './pages/form-page';
import HierarchyPage from './pages/hierarchy-page';
import ListPage from './pages/list-page';
import OwnProfilePage from './pages/own-profile-page';
import RegisterPage from './pages/register-page';
import SignInsPage from './pages/sign-ins-page';

configure({ asyncUtilTimeout: 10_000 });

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const today = dayOf(new Date());
const person: Person = {
  id: id(1),
  kind: 'fieldAgent',
  role: 'CRM_FIELDAGENT',
  subRole: null,
  fullName: 'Ravi Kumar',
  username: 'ravi',
  email: 'ravi@example.in',
  mobile: '9876543210',
  location: null,
  managerId: id(9),
  managerName: 'Meera Rao',
  agencyId: id(30),
  agencyName: 'Swift Recoveries',
  active: true,
  firstSignInDue: false,
  draCertification: 'DRA1',
  draValidUntil: addDays(today, 12),
  convoxUsername: null,
  createdAt: '2026-01-05T04:00:00.000Z',
  lastSeenAt: null,
  version: 4,
  clientId: null,
  clientName: null,
  dialerLocation: null,
  ldapId: null,
  brakeId: null,
  collectionExperience: 2.5,
  totalExperience: 4,
  modelNo: null,
  IMEI: null,
  androidVersion: null,
  agencyList: [],
  clients: [],
  buckets: ['0-30'],
  products: [],
  languages: ['hi'],
  pinCodes: ['411001'],
  draFile: null,
  deactivatedAt: null,
  deactivatedReason: null,
  below: 3,
  loans: 7,
  may: { change: true, move: true, deactivate: true },
};
const node = (n: number, more: Partial<TreeNode> = {}): TreeNode => ({
  id: id(n),
  managerId: null,
  fullName: `Person ${n}`,
  username: `p${n}`,
  role: 'CRM_MANAGER',
  subRole: null,
  agencyName: null,
  active: true,
  children: 0,
  below: 0,
  mayMove: true,
  ...more,
});

type Call = Record<string, unknown>;
type Answers = Record<string, (call: Call) => unknown>;
const answers: Answers = {
  'people.list': () => ({ data: { content: [person], totalElements: 1, counts: { fieldAgent: 1 } } }),
  'people.one': () => ({ data: person }),
  'people.me': () => ({ data: person }),
  'people.contactChanges': () => ({ data: [] }),
  'people.ownSessions': () => ({ data: [] }),
  'people.sessionsOf': () => ({ data: [] }),
  'people.options': () => ({
    data: {
      roles: ROLES,
      agencies: [{ id: id(30), name: 'Swift Recoveries', code: 'SW', active: true }],
      clients: [],
      products: ['TW'],
    },
  }),
  'people.parents': () => ({
    data: [{ id: id(9), fullName: 'Meera Rao', username: 'meera', role: 'CRM_MANAGER', subRole: null }],
  }),
  'people.create': () => ({ data: { person, initialPassword: 'abcd-efgh-jkmn', mailedTo: null } }),
  'people.update': () => ({ data: person }),
  'people.updateMe': () => ({ data: person }),
  'people.move': () => ({ data: person }),
  'people.deactivate': () => ({ data: { ...person, active: false } }),
  'people.imports': () => ({ data: [] }),
};

let calls: { id: string; call: Call }[];
beforeEach(() => {
  calls = [];
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}
const address = () => screen.getByTestId('address').textContent;

function show(page: React.ReactNode, path: string, more: Answers = {}, role = 'ADMIN') {
  const all = { ...answers, ...more };
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return all[endpoint.id]?.(call);
    },
    stream: async (endpoint: { id: string }, call: Call) => all[endpoint.id]?.(call),
  } as unknown as Api;
  const session = {
    profile: { id: id(9), fullName: 'Meera Rao', role: { name: role }, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
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
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the form of a new user', () => {
  it.each(PROFILE_KINDS)('has the fields of a %s and no others', async (kind) => {
    show(<RegisterPage />, `/register/user?kind=${kind}`);
    await screen.findByLabelText(/^Full name/);
    const labels = [...document.querySelectorAll('form label, form [id$=-label]')].map((one) =>
      one.textContent?.replace('optional', ''),
    );
    for (const field of fieldsOf(kind)) expect(labels).toContain(field.label);
    expect(labels.includes('IMEI')).toBe(kind === 'fieldAgent' || kind === 'collector');
    expect(screen.queryByLabelText(/^Role/) !== null).toBe(ROLES_OF_KIND[kind].length > 1);
  });

  it('says what is wrong at its field, goes there, and sends nothing', async () => {
    show(<RegisterPage />, '/register/user?kind=fieldAgent');
    await screen.findByLabelText(/^Full name/);
    type(/^Mobile/, '98');
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
    expect(await screen.findAllByText('This Field Is Required')).toHaveLength(2);
    expect(screen.getByText('Mobile no. should be 10 digit number')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Full name/)));
    expect(last('people.create')).toBeUndefined();
  });

  it('shows the first password once and goes on to the hierarchy', async () => {
    show(<RegisterPage />, '/register/user?kind=fieldAgent');
    await screen.findByLabelText(/^Full name/);
    type(/^Full name/, 'Ravi Kumar');
    type(/^User name/, 'ravi');
    type(/^Mobile/, '9876543210');
    type(/^Pincodes/, '411001, 411002');
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
    expect((await screen.findByLabelText('Password for the first sign-in')).textContent).toBe('abcd-efgh-jkmn');
    expect(last('people.create')).toMatchObject({
      params: { kind: 'fieldAgent' },
      body: {
        fullName: 'Ravi Kumar',
        username: 'ravi',
        mobile: '9876543210',
        pinCodes: ['411001', '411002'],
        role: 'CRM_FIELDAGENT',
        mail: false,
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(address()).toBe(`/managers-collectors?user=${id(1)}`));
  });

  it.each([
    ['/manager/create', 'Create Manager', 'manager', 'CRM_MANAGER', '/managers'],
    ['/super-manager/create', 'Create Super Manager', 'superManager', 'CRM_SUPERMANAGER', '/managers'],
    ['/field-agent/create', 'Create Field Agent', 'fieldAgent', 'CRM_FIELDAGENT', '/collectors'],
    ['/collector/create', 'Create Collector', 'collector', 'COLLECTOR', '/collectors'],
  ])('%s is called "%s", makes a %s with the role %s and goes on to %s', async (path, title, kind, role, list) => {
    show(<FormPage />, path);
    await screen.findByLabelText(/^Full name/);
    screen.getByRole('heading', { level: 1, name: title });
    type(/^Full name/, 'Ravi Kumar');
    type(/^User name/, 'ravi');
    type(/^Mobile/, '9876543210');
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
    await screen.findByLabelText('Password for the first sign-in');
    expect(last('people.create')).toMatchObject({ params: { kind }, body: { fullName: 'Ravi Kumar', role } });
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(address()).toBe(list));
  });

  it('puts what the server refuses at its field', async () => {
    const refused = () => {
      throw new ApiError('Please check the marked fields.', {
        status: 422,
        class: 'user',
        code: 'invalid',
        fields: [{ path: 'username', message: 'This user name cannot be used. Try asha482.' }],
      });
    };
    show(<FormPage />, '/field-agent/create', { 'people.create': refused });
    await screen.findByLabelText(/^Full name/);
    type(/^Full name/, 'Ravi Kumar');
    type(/^User name/, 'ravi');
    type(/^Mobile/, '9876543210');
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
    await screen.findByText('This user name cannot be used. Try asha482.');
    expect((screen.getByLabelText(/^Full name/) as HTMLInputElement).value).toBe('Ravi Kumar');
  });
});

describe('who stands above a new user', () => {
  const row = (n: number, fullName: string, role: Role) => ({
    id: id(n),
    fullName,
    username: `p${n}`,
    role,
    subRole: null,
  });
  const zoya = row(40, 'Zoya Khan', 'CLIENT_ADMIN');
  const many = Array.from({ length: 50 }, (_, at) => row(100 + at, `Admin ${at}`, 'CRM_TENANTADMIN'));
  const bank = { id: id(50), name: 'Konkan Bank', active: true };
  /** As the server: at most 50 by name, and only those who may lead the role. */
  const above: Answers = {
    'people.parents': (call) => {
      const { q = '', role } = call.query as { q?: string; role: Role };
      const able = [...many, zoya].filter((one) => MAY_LEAD[one.role].includes(role));
      return { data: able.filter(({ fullName }) => fullName.toLowerCase().includes(q)).slice(0, 50) };
    },
    'people.options': () => ({ data: { roles: ROLES, agencies: [], clients: [bank], products: [] } }),
  };
  const superior = () => screen.getByLabelText(/^Reports to/) as HTMLSelectElement;
  const shown = () => superior().selectedOptions[0]?.textContent;
  const chooseZoya = async () => {
    const search = await screen.findByLabelText('Search who stands above');
    fireEvent.change(search, { target: { value: 'zoya' } });
    await screen.findByRole('option', { name: /^Zoya Khan/ });
    fireEvent.change(superior(), { target: { value: zoya.id } });
    fireEvent.change(search, { target: { value: '' } });
    await screen.findByRole('option', { name: /^Admin 7 / });
  };
  const open = () => {
    const { unmount } = show(<RegisterPage />, '/register/user?kind=client', above);
    return { unmount, ready: screen.findByLabelText('Search who stands above') };
  };
  const asClient = (role: Role) => fireEvent.change(screen.getByLabelText(/^Role/), { target: { value: role } });
  const fill = () => {
    type(/^Full name/, 'Ravi Kumar');
    type(/^User name/, 'ravi');
    type(/^Client/, bank.id);
    fireEvent.click(screen.getByRole('button', { name: 'Create user' }));
  };

  it('stays shown by name when the list no longer holds them, also in a draft opened again', async () => {
    const first = open();
    await first.ready;
    asClient('CLIENT');
    await chooseZoya();
    expect(shown()).toMatch(/^Zoya Khan/);
    first.unmount();
    await open().ready;
    expect(shown()).toMatch(/^Zoya Khan/);
    fill();
    await waitFor(() => expect(last('people.create')).toMatchObject({ body: { role: 'CLIENT', managerId: zoya.id } }));
  });

  it('is asked for again, and nobody is created, once the role is one that they may not lead', async () => {
    await open().ready;
    asClient('CLIENT');
    await chooseZoya();
    asClient('CLIENT_ADMIN');
    await screen.findByText('Zoya Khan may not stand above this role. Choose again.');
    expect(superior().value).toBe('');
    fill();
    await waitFor(() => expect(document.activeElement).toBe(superior()));
    expect(last('people.create')).toBeUndefined();
    asClient('CUSTOMER');
    expect(shown()).toMatch(/^Zoya Khan/);
    asClient('CLIENT_ADMIN');
    fireEvent.change(superior(), { target: { value: 'self' } });
    expect(screen.queryByText(/^Zoya Khan may not/)).toBeNull();
    fill();
    await waitFor(() => expect(last('people.create')).toMatchObject({ body: { role: 'CLIENT_ADMIN' } }));
    expect(last('people.create')).toMatchObject({ body: { managerId: undefined } });
  });
});

describe('saving', () => {
  it.each([
    ['/collector/edit', 'collector', 'COLLECTOR', 'collector updated successfully'],
    ['/field-agent/edit', 'fieldAgent', 'CRM_FIELDAGENT', 'field agent updated successfully'],
    ['/manager/edit', 'manager', 'CRM_MANAGER', 'Manager updated successfully'],
  ] as const)('%s says so and goes home', async (path, kind, role, words) => {
    const whom = { ...person, kind, role };
    show(<FormPage />, `${path}?id=${id(1)}`, {
      'people.one': () => ({ data: whom }),
      'people.update': () => ({ data: whom }),
    });
    await screen.findByLabelText(/^Full name/);
    type(/^Full name/, 'Ravi K');
    fireEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText(words);
    expect(last('people.update')).toMatchObject({
      params: { kind, id: id(1) },
      body: { fullName: 'Ravi K', version: 4 },
    });
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('the own profile sends the own fields alone', async () => {
    show(<OwnProfilePage />, '/my-profile', {}, 'COLLECTOR');
    await screen.findByLabelText(/^Location/);
    for (const kept of [/^User name/, /^Full name/, /^Email/, /^Mobile/])
      expect(screen.queryByLabelText(kept)).toBeNull();
    type(/^Location/, 'Pune');
    fireEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('fieldAgent updated successfully');
    expect(Object.keys(JSON.parse(JSON.stringify((last('people.updateMe') as { body: object }).body))).sort()).toEqual([
      'languages',
      'location',
      'version',
    ]);
    await waitFor(() => expect(address()).toBe('/'));
  });

  it.each([
    ['the own profile', <OwnProfilePage key="profile" />],
    ['the page that every role has', <SignInsPage key="sign-ins" />],
  ])('own sessions are listed and ended on %s, but not the one that looks', async (_, page) => {
    const session = (n: number, current: boolean) => ({
      id: id(n),
      current,
      device: `Phone ${n}`,
      userAgent: null,
      ip: '10.0.0.1',
      startedAt: '2026-11-23T04:00:00.000Z',
      lastSeenAt: '2026-11-23T04:30:00.000Z',
      endsAt: '2026-11-23T16:00:00.000Z',
    });
    show(page, '/my-profile', {
      'people.ownSessions': () => ({ data: [session(80, true), session(81, false)] }),
      'people.endOwnSessions': () => ({ data: { ended: 1 } }),
    });
    await screen.findByText('Phone 80');
    const buttons = screen.getAllByRole('button', { name: 'Sign out there' });
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    await screen.findByText('1 sign-in ended');
    expect(last('people.endOwnSessions')).toMatchObject({ body: { session: id(81) } });
  });

  it('the own e-mail is asked for with the password, the own mobile confirmed by its code', async () => {
    const waiting = { id: id(70), kind: 'mobile', value: '9811111111', expiresAt: '2026-11-23T10:00:00.000Z' };
    show(<OwnProfilePage />, '/my-profile', {
      'people.contactChanges': () => ({ data: [waiting] }),
      'people.changeContact': (call) => {
        if ((call as { body: { password: string } }).body.password === 'right')
          return { data: { ...waiting, kind: 'email' } };
        const fields = [{ path: 'password', message: 'The current password is not right.' }];
        throw new ApiError('x', { status: 401, class: 'user', code: 'wrong-credentials', fields });
      },
      'people.confirmMobile': () => ({ data: person }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Change e-mail' }));
    type(/^New e-mail address/, 'new@example.in');
    type(/^Your password/, 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    await screen.findByText('The current password is not right.');
    type(/^Your password/, 'right');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    await waitFor(() => expect(screen.queryByLabelText(/^Your password/)).toBeNull());
    expect(last('people.changeContact')).toMatchObject({ body: { kind: 'email', value: 'new@example.in' } });
    type(/^Code sent to 9811111111/, '123456');
    fireEvent.click(screen.getByRole('button', { name: 'Confirm the code' }));
    await screen.findByText('Your new mobile is confirmed');
    expect(last('people.confirmMobile')).toMatchObject({ params: { id: id(70) }, body: { code: '123456' } });
  });

  it('a DRA certificate needs a file and a last day, and goes with its number', async () => {
    show(<ListPage />, `/userlist?user=${id(1)}`, { 'people.saveDra': () => ({ data: person }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Upload certificate' }));
    const dialog = await screen.findByRole('dialog', { name: 'DRA certificate of Ravi Kumar' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save certificate' }));
    expect(await within(dialog).findByText('This Field Is Required')).toBeTruthy();
    expect(last('people.saveDra')).toBeUndefined();
    const file = new File(['%PDF-1.7'], 'dra.pdf', { type: 'application/pdf' });
    fireEvent.change(within(dialog).getByLabelText(/^Certificate: PDF/), { target: { files: [file] } });
    fireEvent.change(within(dialog).getByLabelText(/^Valid until/), { target: { value: '2027-03-31' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save certificate' }));
    await screen.findByText('Certificate saved');
    expect(last('people.saveDra')).toMatchObject({
      params: { id: id(1) },
      query: { fileName: 'dra.pdf', validUntil: '2027-03-31', number: 'DRA1' },
      bytes: file,
    });
  });

  it('a DRA certificate that the server refuses says why at the file', async () => {
    const refuse = () => {
      throw new ApiError('Not a PDF, JPEG or PNG file', {
        status: 415,
        class: 'user',
        code: 'wrong-type',
        fields: [{ path: 'file', message: 'Not a PDF, JPEG or PNG file' }],
      });
    };
    show(<ListPage />, `/userlist?user=${id(1)}`, { 'people.saveDra': refuse });
    fireEvent.click(await screen.findByRole('button', { name: 'Upload certificate' }));
    const dialog = await screen.findByRole('dialog', { name: 'DRA certificate of Ravi Kumar' });
    const file = new File(['MZ'], 'dra.pdf', { type: 'application/pdf' });
    fireEvent.change(within(dialog).getByLabelText(/^Certificate: PDF/), { target: { files: [file] } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save certificate' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Not a PDF, JPEG or PNG file');
  });

  it('the owner reads the own certificate and changes nothing of it', async () => {
    const own = {
      ...person,
      draFile: { name: 'dra.pdf', mime: 'application/pdf', size: 9, uploadedAt: '2026-11-01T04:00:00.000Z' },
      may: { change: false, move: false, deactivate: false },
    };
    show(<OwnProfilePage />, '/my-profile', { 'people.me': () => ({ data: own }) }, 'COLLECTOR');
    expect(await screen.findByRole('button', { name: 'Download certificate' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Replace certificate' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove certificate' })).toBeNull();
  });

  it('says that somebody was faster, and keeps what was typed until it is given up', async () => {
    const conflict = () => {
      throw new ApiError('x', { status: 409, class: 'user', code: 'conflict' });
    };
    show(<FormPage />, `/field-agent/edit?id=${id(1)}`, { 'people.update': conflict });
    await screen.findByLabelText(/^Full name/);
    type(/^Full name/, 'Mine');
    fireEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    await screen.findByText('Somebody else has changed this profile meanwhile');
    expect((screen.getByLabelText(/^Full name/) as HTMLInputElement).value).toBe('Mine');
    fireEvent.click(screen.getByRole('button', { name: 'Show it as it is now' }));
    await waitFor(() => expect((screen.getByLabelText(/^Full name/) as HTMLInputElement).value).toBe('Ravi Kumar'));
  });

  it('an edit screen without anybody says where to find them', async () => {
    show(<FormPage />, '/manager/edit');
    await screen.findByText('Choose whom to edit');
    expect(last('people.one')).toBeUndefined();
  });
});

describe('the list', () => {
  it.each([
    ['/managers', 'manager,superManager'],
    ['/collectors', 'collector,teleCaller,fieldAgent'],
    ['/userlist', undefined],
    ['/userdata', undefined],
    ['/old-managers-collectors', 'manager,superManager,collector,teleCaller,fieldAgent'],
  ])('%s asks for its kinds', async (path, kind) => {
    show(<ListPage />, path);
    const row = await screen.findByRole('row', { name: /Ravi Kumar/ });
    expect(row.textContent).toContain('DRA ends in 12 days');
    expect(last('people.list')).toMatchObject({ query: { kind, page: 1, size: 10 } });
  });

  it('opens somebody beside it, and deactivates only with a reason', async () => {
    show(<ListPage />, '/userlist');
    fireEvent.click(await screen.findByRole('row', { name: /Ravi Kumar/ }));
    const panel = await screen.findByRole('complementary', { name: 'User' });
    fireEvent.click(await within(panel).findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Ravi Kumar?' });
    expect(dialog.textContent).toContain('7 loans');
    expect(dialog.textContent).toContain('3 people below');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Deactivate user' }));
    await within(dialog).findByText('Give a reason');
    expect(last('people.deactivate')).toBeUndefined();
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Left' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Deactivate user' }));
    await waitFor(() =>
      expect(last('people.deactivate')).toMatchObject({ body: { reason: 'Left', withdrawPhones: true } }),
    );
  });

  it.each([
    [-1, 'DRA expired'],
    [0, 'DRA ends today'],
    [30, 'DRA ends in 30 days'],
  ])('a certificate that ends in %i days reads “%s”', async (days, words) => {
    const row = { ...person, draValidUntil: addDays(today, days) };
    show(<ListPage />, '/userlist', {
      'people.list': () => ({ data: { content: [row], totalElements: 1, counts: {} } }),
    });
    expect((await screen.findByRole('row', { name: /Ravi Kumar/ })).textContent).toContain(words);
  });

  it('says that it failed, and that nobody is there', async () => {
    show(<ListPage />, '/userlist', {
      'people.list': () => {
        throw new ApiError('Network error', { status: 0, class: 'retry' });
      },
    });
    await screen.findByText('No network');
  });
});

/** Refusals of which the toast of the specification says nothing. */
const UNSAID = ['forbidden', 'conflict', 'too-many', 'busy'] as const;

describe('what was refused is said where it was asked for, and can be asked for again', () => {
  const draFile = { name: 'dra.pdf', mime: 'application/pdf', uploadedAt: person.createdAt };
  const inDialog = (name: RegExp) => screen.findByRole('dialog', { name });
  const inPanel = () => screen.findByRole('complementary', { name: 'User' });
  const press = async (name: string) =>
    fireEvent.click(await within(await inPanel()).findByRole('button', { name, hidden: true }));
  it.each([
    [
      deactivatePerson.id,
      person,
      async () => {
        await press('Deactivate');
        const dialog = await inDialog(/^Deactivate Ravi/);
        fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Left' } });
        return dialog;
      },
      'Deactivate user',
    ],
    [reactivatePerson.id, { ...person, active: false }, inPanel, 'Reactivate'],
    [
      newInitialPassword.id,
      person,
      async () => {
        await press('New password');
        return inDialog(/^New password/);
      },
      'Make and show it',
    ],
    [
      removeDraCertificate.id,
      { ...person, draFile },
      async () => {
        await press('Remove certificate');
        return inDialog(/^Remove the certificate/);
      },
      'Remove certificate',
    ],
    [draCertificate.id, { ...person, draFile }, inPanel, 'Download certificate'],
  ])('%s', async (endpoint, whom, place, button) => {
    const left = [...UNSAID];
    let done = 0;
    show(<ListPage />, `/userlist?user=${id(1)}`, {
      'people.one': () => ({ data: whom }),
      [endpoint]: () => {
        const code = left.shift();
        if (code) throw new ApiError(ERRORS[code].message, { ...ERRORS[code], code });
        done += 1;
        return { data: { ...whom, initialPassword: 'abcd-efgh-jkmn', mailedTo: null } };
      },
    });
    const here = within(await place());
    const again = () => fireEvent.click(here.getByRole('button', { name: button, hidden: true }));
    await here.findByRole('button', { name: button, hidden: true });
    for (const code of UNSAID) {
      again();
      const said = await here.findByText(new RegExp(ERRORS[code].message.replace(/\.$/, '')));
      expect(said.closest('[role=alert]')).toBeTruthy();
    }
    again();
    await waitFor(() => expect(done).toBe(1));
    await waitFor(() => expect(screen.queryByText(new RegExp(ERRORS.busy.message))).toBeNull());
  });
});

it.each([
  ['Deactivate', /^Deactivate Ravi/, /^Reason/, 'Left for good', 'Deactivate user', 'people.deactivate'],
  ['Upload certificate', /^DRA certificate of/, /^Valid until/, '31/03/2027', 'Save certificate', 'people.saveDra'],
])(
  'what was typed to %s is there when it is opened again, until it is taken',
  async (button, name, field, text, go, endpoint) => {
    const open = async () => {
      const { unmount } = show(<ListPage />, `/userlist?user=${id(1)}`, {
        'people.saveDra': () => ({ data: person }),
      });
      const panel = await screen.findByRole('complementary', { name: 'User' });
      fireEvent.click(await within(panel).findByRole('button', { name: button }));
      return { unmount, dialog: within(await screen.findByRole('dialog', { name })) };
    };
    const first = await open();
    fireEvent.change(first.dialog.getByLabelText(field), { target: { value: text } });
    first.unmount();
    const second = await open();
    expect(second.dialog.getByLabelText(field)).toHaveProperty('value', text);
    second.dialog.getByText(/^Your draft of /);
    const file = second.dialog.queryByLabelText(/^Certificate: PDF/);
    if (file) fireEvent.change(file, { target: { files: [new File(['%PDF-'], 'dra.pdf')] } });
    fireEvent.click(second.dialog.getByRole('button', { name: go }));
    await waitFor(() => expect(last(endpoint)).toBeDefined());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    second.unmount();
    const third = await open();
    expect(third.dialog.getByLabelText(field)).not.toHaveProperty('value', text);
    third.unmount();
  },
);

it('a list has ten rows a page unless the user chose otherwise', async () => {
  show(<ListPage />, '/userlist?page=2', {
    'people.list': () => ({ data: { content: [person], totalElements: 31, counts: {} } }),
  });
  await screen.findByText('11–20 of 31 users');
  expect(last('people.list')).toMatchObject({ query: { page: 2, size: 10 } });
  const pages = screen.getByRole('navigation', { name: 'Pages of users' });
  expect(within(pages).getAllByRole('button', { name: /^Page \d of 4/ })).toHaveLength(3);
  fireEvent.change(screen.getByLabelText('Rows a page'), { target: { value: '50' } });
  await waitFor(() => expect(last('people.list')).toMatchObject({ query: { page: 1, size: 50 } }));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages of users' })).toBeNull());
});

describe('the hierarchy', () => {
  const tree: Answers = {
    'people.tree': ({ query }) => {
      const { under, q } = query as { under?: string; q?: string };
      if (q)
        return {
          data: {
            nodes: [node(1, { children: 1, below: 1 }), node(2, { managerId: id(1), fullName: 'Asha' })],
            found: [id(2)],
            more: false,
          },
        };
      return {
        data: {
          nodes: under
            ? [node(2, { managerId: id(1), fullName: 'Asha', role: 'CRM_FIELDAGENT' })]
            : [node(1, { children: 1, below: 1, mayMove: false })],
          found: [],
          more: false,
        },
      };
    },
  };

  it('unfolds, moves with a confirmation, and takes it back', async () => {
    show(<HierarchyPage />, '/managers-collectors', tree);
    // Alone of its parent, it is unfolded by itself.
    await screen.findByRole('button', { name: 'Fold Person 1' });
    fireEvent.click(await screen.findByRole('button', { name: 'Move Asha' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Asha' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await within(dialog).findByText('Choose who stands above');
    fireEvent.change(await within(dialog).findByLabelText(/^New manager/), { target: { value: id(9) } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(last('people.move')).toMatchObject({ params: { id: id(2) }, body: { managerId: id(9), from: id(1) } }),
    );
    await screen.findByText('Asha now reports to Meera Rao');
    fireEvent.click(screen.getByText('Undo'));
    await waitFor(() => expect(last('people.move')).toMatchObject({ body: { managerId: id(1), from: id(9) } }));
    await screen.findByText('Asha is back');
  });

  it('a search shows who is called so under everybody above', async () => {
    show(<HierarchyPage />, '/managers-collectors?q=asha', tree);
    const found = await screen.findByText('Asha');
    expect(found.tagName).toBe('MARK');
    expect(screen.getByText('Person 1')).toBeTruthy();
  });
});

describe('attendance', () => {
  it('is a calendar and a table, and turns by months', async () => {
    const month = ({ query }: Call) => ({
      data: {
        person: { id: id(1), fullName: 'Ravi Kumar', username: 'ravi', role: 'CRM_FieldAgent' },
        month: (query as { month?: string }).month ?? '2026-11',
        zone: 'Asia/Kolkata',
        days: [
          {
            day: '2026-11-03',
            clockIn: { at: '2026-11-03T03:30:00.000Z', lat: 18.5, lng: 73.8, accuracyM: 9, battery: 81 },
            clockOut: null,
            firstSignInAt: '2026-11-03T03:31:00.000Z',
            lastSeenAt: '2026-11-03T11:35:00.000Z',
            records: 5,
            minutes: 485,
          },
        ],
      },
    });
    show(<AttendancePage />, `/attendance/${id(1)}`, { 'people.attendance': month });
    await screen.findByText('Attendance of Ravi Kumar');
    expect(last('people.attendance')).toMatchObject({ params: { id: id(1) } });
    const row = (await screen.findByText('03/11/2026')).closest('tr');
    expect(row?.textContent).toContain('09:00');
    expect(row?.textContent).toContain('battery 81 %');
    expect(row?.textContent).toContain('8 h 05 min');
    fireEvent.click(screen.getByRole('button', { name: 'The month before' }));
    await waitFor(() => expect(last('people.attendance')).toMatchObject({ query: { month: '2026-10' } }));
  });

  it.each([
    ['2026-11', 6, '2026-11-01'],
    ['2027-02', 4, '2027-02-01'],
  ])('%s has %i weeks', (month, weeks, first) => {
    const all = weeksOf(month);
    expect(all).toHaveLength(weeks);
    expect(all.flat().find((day) => day !== null)).toBe(first);
    expect(all.flat().filter((day) => day !== null).length).toBe(month === '2026-11' ? 30 : 28);
  });
});

describe('a file of people', () => {
  it('is checked, shown line by line, and taken after a confirmation', async () => {
    show(<RegisterPage />, '/register/user?from=file', {
      'people.importCheck': () => ({
        data: {
          rows: 5,
          ready: 2,
          already: 0,
          wrong: 3,
          encoding: 'UTF-8',
          ignored: ['Blood group'],
          problems: [{ line: 4, column: 'Mobile', message: 'Mobile no. should be 10 digit number' }],
          preview: [{ line: 2, fullName: 'Ravi', username: 'ravi', role: 'CRM_FIELDAGENT', manager: '' }],
        },
      }),
      'people.import': () => ({ data: {} }),
    });
    const file = new File(['x'], 'staff.csv', { type: 'text/csv' });
    fireEvent.change(await screen.findByLabelText('Drop a file of users here', { selector: 'input' }), {
      target: { files: [file] },
    });
    await screen.findByText('2 to create');
    expect(screen.getByText('3 lines to mend')).toBeTruthy();
    // What is shown is not everything, and says so; the button stands above it.
    expect(screen.getByText(/^The first 1 of 3 lines to mend are shown/)).toBeTruthy();
    expect(screen.getByText('The first 1 of those to create, as they were read')).toBeTruthy();
    const above = screen.getByRole('button', { name: 'Create 2 users' });
    const below = screen.getByText('Mobile no. should be 10 digit number');
    expect(above.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByText('Mobile no. should be 10 digit number')).toBeTruthy();
    expect(screen.getByText(/Blood group/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Create 2 users' }));
    expect(last('people.import')).toBeUndefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Create them' }));
    await waitFor(() => expect(last('people.import')).toMatchObject({ bytes: file, query: { fileName: 'staff.csv' } }));
  });
});
