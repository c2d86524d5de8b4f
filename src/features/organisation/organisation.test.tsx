import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Agency, createAgency } from '../../../core/contract/agencies';
import type { Client } from '../../../core/contract/clients';
import { ERRORS } from '../../../core/contract/errors';
import type { Lookups } from '../../../core/contract/lookups';
import { createTenant, type Tenant } from '../../../core/contract/tenants';
import { type Api, ApiContext, ApiError, createQueryClient } from '../../api';
import { UiProvider } from '../../ui';
import { KeptContext, memoryStore } from '../../ui/kit';
import { differing, wrongIn } from '../forms';
import { type Session, SessionContext } from '../session';
import { agencyBody, agencySections, agencyValues, pincodesOf } from './agency-form';
import AgenciesPage from './pages/agencies-page';
import ClientsPage from './pages/clients-page';
import CreateClientPage from './pages/create-client-page';
import EditClientPage from './pages/edit-client-page';
import TenantsPage from './pages/tenants-page';
import { checkWizard, WIZARD_FIELDS, wizardBody, wizardValues } from './wizard-form';
import { wizardSections } from './wizard-sections';

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const NOW = '2026-11-20T06:30:00.000Z';
const party = {
  contactName: null,
  contactEmail: null,
  contactMobile: null,
  gst: null,
  pan: null,
  addressLine: null,
  city: null,
  state: null,
  pincode: null,
};
const client = (n: number, more: Partial<Client> = {}): Client => ({
  id: id(n),
  name: `Client ${n}`,
  institution: 'BANK',
  categories: ['secured'],
  active: true,
  ...party,
  portfolios: 2,
  createdAt: NOW,
  version: 1,
  updatedAt: NOW,
  updatedBy: 'Leela Krishnan',
  ...more,
});
const agency = (n: number, more: Partial<Agency> = {}): Agency => ({
  id: id(n),
  agency: `Agency ${n}`,
  code: `AG${n}`,
  fullName: null,
  active: true,
  inHouse: false,
  locked: false,
  tenant: { id: id(900), name: 'Sahyadri' },
  ...party,
  draLicence: null,
  draLicenceUntil: null,
  states: [],
  pincodes: [],
  people: 3,
  createdAt: NOW,
  version: 1,
  updatedAt: NOW,
  updatedBy: null,
  ...more,
});
const tenant = (n: number, more: Partial<Tenant> = {}): Tenant => ({
  id: id(n),
  name: `Tenant ${n}`,
  status: 'draft',
  zone: 'Asia/Kolkata',
  institution: 'NBFC',
  ...party,
  languages: [],
  regions: [],
  maxPtpDays: 30,
  mailDomains: [],
  recordingDays: 365,
  createdAt: NOW,
  activatedAt: null,
  own: false,
  version: 1,
  updatedAt: NOW,
  updatedBy: null,
  ...more,
});
const lookups: Lookups = {
  productCategories: ['secured', 'unsecured'],
  regions: ['North', 'South', 'East', 'West'],
  channels: ['IVR', 'WhatsApp', 'Email', 'AI'],
  institutions: ['BANK', 'NBFC', 'FINTECH', 'ARC'],
  products: [{ id: id(70), name: 'Gold loan', category: 'secured', active: true, version: 1 }],
  buckets: [{ id: id(80), label: '0-30', fromDpd: 0, toDpd: 30, standard: true, active: true, version: 1 }],
  southIndianLanguages: [],
  otherLanguages: [],
  states: [],
  tenant: { languages: [], regions: [] },
};
const free = { data: { available: true, message: null } };
const invitation = {
  fullName: 'Anita Sen',
  username: 'anita@new.example',
  link: 'https://recoup.example/reset-password#pr_x',
  expiresAt: '2026-11-27T06:30:00.000Z',
};

type Call = { params?: Record<string, string>; query?: Record<string, unknown>; body?: Record<string, unknown> };
type Answers = Record<string, (call: Call) => unknown>;
const answers: Answers = {
  'clients.list': () => ({ data: { rows: [client(1), client(2, { active: false })], total: 31 } }),
  'clients.get': () => ({ data: client(1) }),
  'clients.validateName': () => free,
  'clients.create': ({ body }) => ({ data: client(9, body as Partial<Client>) }),
  'clients.update': ({ body }) => ({ data: client(1, body as Partial<Client>) }),
  'clients.activate': ({ body }) => ({ data: client(1, body as Partial<Client>) }),
  'agencies.list': () => ({ data: { rows: [agency(1), agency(2, { locked: true })], total: 2 } }),
  'agencies.get': () => ({ data: agency(1) }),
  'agencies.validate': () => free,
  'agencies.create': ({ body }) => ({ data: agency(9, body as Partial<Agency>) }),
  'agencies.status': ({ body }) => ({ data: agency(1, body as Partial<Agency>) }),
  'tenants.list': () => ({ data: { rows: [tenant(1), tenant(2, { status: 'active', own: true })], total: 2 } }),
  'tenants.get': ({ params }) => ({
    data: { tenant: tenant(1, { id: params?.tenantId ?? '', own: params?.tenantId === id(2) }), administrators: [] },
  }),
  'tenants.validateName': () => free,
  'tenants.create': ({ body }) => ({ data: { tenant: tenant(5, { name: String(body?.name) }), invitation } }),
  'tenants.activate': () => ({ data: tenant(5, { status: 'active' }) }),
  'lookups.all': () => ({ data: lookups }),
  'lookups.createProduct': () => ({ success: true }),
  'lookups.deleteProduct': () => ({ success: true }),
};

let calls: { id: string; call: Call }[];
let store = memoryStore();
beforeEach(() => {
  calls = [];
  store = memoryStore();
});
const last = (name: string) => calls.findLast((one) => one.id === name)?.call;
const count = (name: string) => calls.filter((one) => one.id === name).length;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

function show(
  page: React.ReactNode,
  path: string,
  more: Answers = {},
  role = 'CRM_SuperAdmin',
  subRole: string | null = null,
) {
  const all = { ...answers, ...more };
  const api = {
    call: async (endpoint: { id: string }, call: Call) => {
      calls.push({ id: endpoint.id, call });
      return all[endpoint.id]?.(call);
    },
  } as unknown as Api;
  const session = {
    profile: { fullName: 'Devika', role: { name: role }, subRole, tenant: { zone: 'Asia/Kolkata' } },
  } as unknown as Session;
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>
        <SessionContext value={session}>
          <KeptContext value={store}>
            <QueryClientProvider client={createQueryClient()}>
              <ApiContext value={api}>{page}</ApiContext>
            </QueryClientProvider>
          </KeptContext>
        </SessionContext>
        <Where />
      </MemoryRouter>
    </UiProvider>,
  );
}
const address = () => screen.getByTestId('address').textContent;
const type = (label: string | RegExp, value: string, within_ = screen as Pick<typeof screen, 'getByLabelText'>) =>
  fireEvent.change(within_.getByLabelText(label), { target: { value } });
/** Undo of the toast that says so; jsdom counts what stands in the top layer as hidden. */
async function takeBack(words: string) {
  const toast = (await screen.findByText(words)).parentElement;
  if (!toast) throw new Error(words);
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo', hidden: true }));
}
/** The question that comes when Active is switched off. */
async function switchedOff(name: string) {
  fireEvent.click(await screen.findByRole('switch', { name: 'Active' }));
  return screen.findByRole('dialog', { name: `Switch ${name} off?` });
}
/** What the server says to a change of status; nothing is refused while it is undefined. */
let refuse: 'forbidden' | 'conflict' | 'busy' | undefined;
afterEach(() => {
  refuse = undefined;
});
const orRefused = (call: Call, name: string) => {
  if (refuse) throw new ApiError(ERRORS[refuse].message, { ...ERRORS[refuse], code: refuse });
  return answers[name]?.(call);
};
const refusing: Answers = {
  'clients.activate': (call) => orRefused(call, 'clients.activate'),
  'agencies.status': (call) => orRefused(call, 'agencies.status'),
};
const refusal = (code: 'conflict' | 'invalid', message: string, fields: { path: string; message: string }[] = []) =>
  new ApiError(message, { status: code === 'conflict' ? 409 : 422, code, class: 'user', fields });

describe('the list of clients', () => {
  it('asks the server for search, filter, order and page, and opens a row in its form', async () => {
    show(<ClientsPage />, '/clients?institution=BANK,ARC&page=2&sort=-portfolios');
    fireEvent.click(await screen.findByRole('row', { name: /Client 1/ }));
    expect(calls.find((one) => one.id === 'clients.list')?.call.query).toMatchObject({
      institution: 'BANK,ARC',
      page: 2,
      size: 10,
      sort: 'portfolios',
      dir: 'desc',
    });
    expect(address()).toBe(`/client/edit?id=${id(1)}`);
  });

  it('says what is missing when there is none, and when nothing fits', async () => {
    const none = { 'clients.list': () => ({ data: { rows: [], total: 0 } }) };
    const first = show(<ClientsPage />, '/clients', none);
    await screen.findByText('No clients yet');
    first.unmount();
    show(<ClientsPage />, '/clients?q=zz', none);
    await screen.findByText('Nothing fits');
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(address()).toBe('/clients'));
  });

  it('says that there is no network', async () => {
    show(<ClientsPage />, '/clients', {
      'clients.list': () => {
        throw new ApiError('Network error', { status: 0, class: 'retry' });
      },
    });
    await screen.findByText('No network');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('a new client', () => {
  it('is not sent while a field is wrong; the first wrong one gets the focus and the specification’s words', async () => {
    show(<CreateClientPage />, '/create-client');
    type('GST numberoptional', '99AAPFU0939F1ZV');
    type('PANoptional', 'aaaxu0939f');
    fireEvent.submit(screen.getByRole('form', { name: 'New client' }));
    expect(await screen.findAllByText('This Field Is Required')).toHaveLength(2);
    expect(screen.getByText('GST NO. is not valid')).toBeTruthy();
    expect(screen.getByText('PAN NO. is not valid')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect(count('clients.create')).toBe(0);
  });

  it('is sent with Ctrl+Enter, trimmed, with null for what is blank', async () => {
    show(<CreateClientPage />, '/create-client');
    type('Name', '  Kaveri Bank ');
    fireEvent.change(screen.getByLabelText('Institution type'), { target: { value: 'NBFC' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Unsecured' }));
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', ctrlKey: true });
    await screen.findByText('It can have portfolios from now on.');
    expect(last('clients.create')?.body).toEqual({
      ...party,
      name: 'Kaveri Bank',
      institution: 'NBFC',
      categories: ['unsecured'],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Add another client' }));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
  });

  it('is told while it is typed that the name is taken, and does not go out', async () => {
    show(<CreateClientPage />, '/create-client', {
      'clients.validateName': () => ({
        data: { available: false, message: 'There is already a client with this name.' },
      }),
    });
    type('Name', 'HDFC Bank');
    await screen.findByText('There is already a client with this name.');
    fireEvent.change(screen.getByLabelText('Institution type'), { target: { value: 'BANK' } });
    fireEvent.submit(screen.getByRole('form', { name: 'New client' }));
    expect(count('clients.create')).toBe(0);
  });

  it('keeps what was typed as a draft over a reload, and starts over when asked', async () => {
    const first = show(<CreateClientPage />, '/create-client');
    type('Name', 'Half typed');
    first.unmount();
    show(<CreateClientPage />, '/create-client');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Half typed');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
  });

  it('shows the server’s word beside its field when somebody took the name in between', async () => {
    show(<CreateClientPage />, '/create-client', {
      'clients.create': () => {
        const message = 'There is already a client with this name.';
        throw refusal('invalid', message, [{ path: 'name', message }]);
      },
    });
    type('Name', 'Raced');
    fireEvent.change(screen.getByLabelText('Institution type'), { target: { value: 'BANK' } });
    fireEvent.submit(screen.getByRole('form', { name: 'New client' }));
    await waitFor(() => expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Raced');
  });

  it('offers a manager no list that they may not enter', async () => {
    show(<CreateClientPage />, '/create-client', {}, 'CRM_Manager');
    type('Name', 'Mine');
    fireEvent.change(screen.getByLabelText('Institution type'), { target: { value: 'BANK' } });
    fireEvent.submit(screen.getByRole('form', { name: 'New client' }));
    await screen.findByText('It can have portfolios from now on.');
    expect(screen.queryByRole('link', { name: 'See all clients' })).toBeNull();
  });
});

describe('a client that two people change', () => {
  const theirs = client(1, { city: 'Nagpur', version: 2, updatedBy: 'Arjun Deshpande' });
  const conflicting = (): Answers => {
    let changed = false;
    return {
      'clients.get': () => ({ data: changed ? theirs : client(1) }),
      'clients.update': ({ body }) => {
        if (body?.version !== 1) return { data: client(1, { ...(body as Partial<Client>), version: 3 }) };
        changed = true;
        throw refusal('conflict', 'Arjun Deshpande changed this while you were at it.');
      },
    };
  };

  it.each([
    ['keeps mine over the newest', 'Save mine over it', 'Pune', 2],
    ['takes theirs', 'Drop mine and take the newest', 'Nagpur', 1],
  ])('shows both and %s', async (_, button, city, version) => {
    show(<EditClientPage />, `/client/edit?id=${id(1)}`, conflicting());
    await screen.findByRole('heading', { name: 'Client 1' });
    type('Cityoptional', 'Pune');
    fireEvent.submit(screen.getByRole('form', { name: 'Client Client 1' }));
    const both = await screen.findByRole('table', { name: 'Both versions' });
    expect(within(both).getByRole('row', { name: /City/ }).textContent).toBe('CityPuneNagpur');
    expect(screen.getByRole('alert').textContent).toContain('Arjun Deshpande changed this at');
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Both versions' })).toBeNull());
    expect(last('clients.update')?.body).toMatchObject({ version, city: 'Pune' });
    if (city === 'Nagpur')
      await waitFor(() => expect(screen.getByLabelText('Cityoptional')).toHaveProperty('value', 'Nagpur'));
  });

  it('is switched off once it was confirmed, and back with Undo', async () => {
    show(<EditClientPage />, `/client/edit?id=${id(1)}`);
    const off = await switchedOff('Client 1');
    expect(off.textContent).toContain('All its people are signed out');
    expect(last('clients.activate')).toBeUndefined();
    fireEvent.click(within(off).getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(last('clients.activate')?.body).toEqual({ active: false }));
    await takeBack('Client 1 is switched off');
    await waitFor(() => expect(last('clients.activate')?.body).toEqual({ active: true }));
  });

  it.each([
    ['/client/edit', 'Which client?'],
    [`/client/edit?id=${id(4)}`, 'Not found'],
  ])('%s says %s', async (path, words) => {
    show(<EditClientPage />, path, {
      'clients.get': () => {
        throw new ApiError('Not found.', { status: 404, code: 'not-found', class: 'user' });
      },
    });
    await screen.findByText(words);
    expect(screen.getByRole('link', { name: 'See all clients' })).toBeTruthy();
  });
});

it('a product and a bucket being added survive leaving the page, until they are added or begun again', async () => {
  const at = `/TenantOnboarding/TenantOnboarding?open=${id(2)}`;
  const first = show(<TenantsPage />, at);
  fireEvent.change(await screen.findByLabelText(/^New product/), { target: { value: 'Tractor loan' } });
  fireEvent.change(screen.getByLabelText(/^New bucket/), { target: { value: '400 days' } });
  fireEvent.change(screen.getByLabelText(/^From DPD/), { target: { value: '400' } });
  first.unmount();
  show(<TenantsPage />, at);
  expect(await screen.findByLabelText(/^New product/)).toHaveProperty('value', 'Tractor loan');
  expect(screen.getByLabelText(/^New bucket/)).toHaveProperty('value', '400 days');
  expect(screen.getByLabelText(/^From DPD/)).toHaveProperty('value', '400');
  expect(screen.getAllByText(/^Your draft of /)).toHaveLength(2);
  fireEvent.submit(screen.getByRole('form', { name: 'Add product' }));
  await waitFor(() => expect(screen.getByLabelText(/^New product/)).toHaveProperty('value', ''));
  const [start] = screen.getAllByRole('button', { name: 'Start over' });
  if (start) fireEvent.click(start);
  await waitFor(() => expect(screen.queryByText(/^Your draft of /)).toBeNull());
  expect(screen.getByLabelText(/^New bucket/)).toHaveProperty('value', '');
});

describe.each([
  ['a client', 'Client 1', 'clients.activate', () => show(<EditClientPage />, `/client/edit?id=${id(1)}`, refusing)],
  [
    'an agency',
    'Agency 1',
    'agencies.status',
    () => show(<AgenciesPage />, `/agencyOnboarding?open=${id(1)}`, refusing),
  ],
] as const)('switching %s off', (_what, name, endpoint, open) => {
  it.each(['forbidden', 'conflict', 'busy'] as const)('that is refused (%s) says so and asks on', async (code) => {
    refuse = code;
    open();
    const off = within(await switchedOff(name));
    fireEvent.click(off.getByRole('button', { name: 'Switch off' }));
    expect((await off.findByRole('alert')).textContent).toContain(ERRORS[code].message);
    refuse = undefined;
    fireEvent.click(off.getByRole('button', { name: 'Switch off' }));
    await screen.findByText(`${name} is switched off`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(count(endpoint)).toBe(2);
  });

  it('and cancelling changes nothing', async () => {
    open();
    fireEvent.click(within(await switchedOff(name)).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(count(endpoint)).toBe(0);
    expect(screen.getByRole('switch', { name: 'Active' }).getAttribute('aria-checked')).toBe('true');
  });
});

describe('agencies', () => {
  it('that are switched off say how many people are shut out', async () => {
    show(<AgenciesPage />, `/agencyOnboarding?open=${id(1)}`, {
      'agencies.get': () => ({ data: agency(1, { people: 12 }) }),
    });
    expect((await switchedOff('Agency 1')).textContent).toContain('Its 12 active users are signed out');
  });

  it('whose flag was refused say so beside the flags', async () => {
    refuse = 'busy';
    show(<AgenciesPage />, `/agencyOnboarding?open=${id(1)}`, refusing);
    fireEvent.click(await screen.findByRole('switch', { name: 'Locked' }));
    expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.busy.message);
  });

  it('open beside the list; a flag is set at once and taken back with Undo', async () => {
    show(<AgenciesPage />, '/agencyOnboarding');
    fireEvent.click(await screen.findByRole('row', { name: /Agency 1/ }));
    const panel = await screen.findByRole('complementary', { name: 'Agency Agency 1' });
    fireEvent.click(await within(panel).findByRole('switch', { name: 'Locked' }));
    await waitFor(() => expect(last('agencies.status')).toMatchObject({ body: { locked: true } }));
    await takeBack('Agency 1 is locked');
    await waitFor(() => expect(last('agencies.status')).toMatchObject({ body: { locked: false } }));
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  it('are added in the panel, in-house or not', async () => {
    show(<AgenciesPage />, '/agencyOnboarding');
    fireEvent.click(await screen.findByRole('button', { name: 'Add agency' }));
    const panel = await screen.findByRole('complementary', { name: 'New agency' });
    type('Agency name', 'Own team', within(panel));
    type('Agency code', 'own-1', within(panel));
    type(/^Pincodes served/, '411001, 411002\n411001', within(panel));
    fireEvent.click(within(panel).getByRole('switch', { name: 'In-house' }));
    fireEvent.submit(within(panel).getByRole('form', { name: 'New agency' }));
    await waitFor(() =>
      expect(last('agencies.create')?.body).toMatchObject({
        agency: 'Own team',
        code: 'OWN-1',
        inHouse: true,
        pincodes: ['411001', '411002'],
        draLicenceUntil: null,
      }),
    );
    await waitFor(() => expect(address()).toBe(`/agencyOnboarding?open=${id(9)}`));
  });

  it.each([
    [{ agency: 'A', code: 'A 1' }, { code: 'Letters, digits, - and _ only' }],
    [{ agency: 'A', code: 'A1', pincodes: '411001 4110' }, { pincodes: 'A pincode has six digits' }],
    [{ agency: ' ', code: 'A1' }, { agency: 'This Field Is Required' }],
    [{ agency: 'A', code: 'A1', contactMobile: '12' }, { contactMobile: 'Mobile no. should be 10 digit number' }],
    [{ agency: 'A', code: 'A1' }, {}],
  ])('%j: %j', (part, expected) => {
    const form = { to: createAgency, sections: agencySections, also: agencyBody };
    expect(wrongIn(form, { ...agencyValues(), ...part })).toEqual(expected);
  });

  it('read pincodes however they are separated', () => {
    expect(pincodesOf(' 411001,411002;411003\n411001 ')).toEqual(['411001', '411002', '411003']);
  });
});

describe('setting a tenant up', () => {
  const next = () => fireEvent.submit(screen.getByRole('form', { name: 'New tenant' }));

  it('goes step by step with Enter, checks each, and ends with the administrator’s link', async () => {
    show(<TenantsPage />, '/TenantOnboarding/TenantOnboarding');
    fireEvent.click(await screen.findByRole('button', { name: 'Set up a tenant' }));
    next();
    expect(await screen.findByText('This Field Is Required')).toBeTruthy();
    type('Name', 'Deccan Fincorp');
    await screen.findByText('This name is free');
    next();
    await screen.findByRole('heading', { name: 'Contact and tax' });
    type('Mobileoptional', '123');
    next();
    await screen.findByText('Mobile no. should be 10 digit number');
    type('Mobileoptional', '9812345678');
    next();
    await screen.findByRole('heading', { name: 'Products and languages' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Gold loan' }));
    type('Another productoptional', 'Dairy loan');
    fireEvent.click(screen.getByRole('button', { name: 'Add product' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Tamil/ }));
    next();
    await screen.findByRole('heading', { name: 'First administrator' });
    type('Full nameoptional', 'Anita Sen');
    next();
    await screen.findByText('This Field Is Required');
    type('Email, which is their user nameoptional', 'anita@new.example');
    next();
    await screen.findByRole('heading', { name: 'Review' });
    expect(screen.getByText('Gold loan, Dairy loan')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Set up and activate' }));
    await screen.findByText('It is active: its people can sign in.');
    expect(last('tenants.create')?.body).toMatchObject({
      name: 'Deccan Fincorp',
      contactMobile: '9812345678',
      products: [
        { name: 'Gold loan', category: 'secured' },
        { name: 'Dairy loan', category: 'unsecured' },
      ],
      languages: ['ta'],
      administrator: { fullName: 'Anita Sen', email: 'anita@new.example', mobile: null },
    });
    expect(screen.getByLabelText('The same link, to pass on')).toHaveProperty('value', invitation.link);
  });

  it('comes back to where it was left, and jumps to the step the server refused', async () => {
    const address_ = 'Somebody already signs in with this address.';
    const answer = {
      'tenants.create': () => {
        throw refusal('invalid', address_, [{ path: 'administrator.email', message: address_ }]);
      },
    };
    const path = '/TenantOnboarding/TenantOnboarding?open=new';
    const values = { ...wizardValues(), name: 'N', adminName: 'A', adminEmail: 'a@b.example', step: 4 };
    store.set('draft.tenant.new', { at: Date.parse(NOW), value: { version: 0, values } });
    show(<TenantsPage />, path, answer);
    await screen.findByRole('heading', { name: 'Review' });
    next();
    await screen.findByRole('heading', { name: 'First administrator' });
    expect(screen.getByText(address_)).toBeTruthy();
  });

  it('is for super admins; a tenant admin sees the own one and its products and buckets', async () => {
    show(<TenantsPage />, `/TenantOnboarding/TenantOnboarding?open=${id(2)}`, {}, 'CRM_TenantAdmin');
    const panel = await screen.findByRole('complementary');
    await within(panel).findByRole('heading', { name: 'Products' });
    expect(screen.queryByRole('button', { name: 'Set up a tenant' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Activate' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Remove 0-30' })).toBeNull();
    fireEvent.click(within(panel).getByRole('button', { name: 'Remove Gold loan' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Gold loan?' });
    expect(count('lookups.deleteProduct')).toBe(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(last('lookups.deleteProduct')?.params).toEqual({ productId: id(70) }));
    type('New product', 'Dairy loan', within(panel));
    fireEvent.submit(within(panel).getByRole('form', { name: 'Add product' }));
    await waitFor(() =>
      expect(last('lookups.createProduct')?.body).toEqual({ name: 'Dairy loan', category: 'unsecured' }),
    );
  });

  it('shows a sub-role its tenant without what only whole administrators change', async () => {
    const own = { 'tenants.get': () => ({ data: { tenant: tenant(1, { own: true }), administrators: [] } }) };
    show(<TenantsPage />, `/TenantOnboarding/TenantOnboarding?open=${id(1)}`, own, 'CRM_TenantAdmin', 'ACM');
    const panel = await screen.findByRole('complementary');
    await within(panel).findByRole('heading', { name: 'Products' });
    within(panel).getByText('Its settings are changed by administrators of the whole tenant.');
    for (const name of [/^Remove/, /^Stop offering/, /^Add/, /^Save/])
      expect(within(panel).queryByRole('button', { name }), `${name}`).toBeNull();
  });

  it('asks before a tenant is switched off', async () => {
    show(<TenantsPage />, `/TenantOnboarding/TenantOnboarding?open=${id(1)}`, {
      'tenants.get': () => ({ data: { tenant: tenant(1, { status: 'active' }), administrators: [] } }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
    const dialog = await screen.findByRole('dialog', { name: 'Switch Tenant 1 off?' });
    expect(count('tenants.activate')).toBe(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch off' }));
    await waitFor(() => expect(last('tenants.activate')?.body).toEqual({ active: false }));
  });

  it('names a step for every field that can be wrong', () => {
    const values = {
      ...wizardValues(),
      maxPtpDays: '999',
      mailDomains: 'bank.example, nowhere',
      recordingDays: '7',
      gst: 'x',
      pan: 'x',
      pincode: '1',
      contactEmail: 'x',
      contactMobile: 'x',
      adminMobile: 'x',
    };
    const form = {
      to: createTenant,
      sections: wizardSections,
      also: wizardBody,
      check: checkWizard,
      paths: WIZARD_FIELDS,
    };
    const wrong = Object.keys(wrongIn(form, values));
    const stepOf = (field: string) => wizardSections(values).find(({ fields = {} }) => field in fields)?.step;
    expect(wrong.length).toBe(12);
    for (const field of wrong) expect(stepOf(field), field).toBeTypeOf('number');
    expect(wizardBody({ ...wizardValues(), name: 'N' }).administrator).toBeNull();
  });
});

it('differences name both versions', () => {
  expect(
    differing({ city: 'City', states: 'States' }, { city: 'A', states: [] }, { city: '', states: ['Goa'] }),
  ).toEqual([
    { field: 'city', label: 'City', mine: 'A', theirs: '—' },
    { field: 'states', label: 'States', mine: '—', theirs: 'Goa' },
  ]);
});
