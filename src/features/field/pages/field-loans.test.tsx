/** The list of loans as a thumb uses it: search, filters, chips and orders, judged by the cards that are shown and in which order. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loan } from '../../../../core/contract/loans';
import { addDays, dayOf } from '../../../../core/domain/dates';
import type { SortingRule } from '../../../../core/domain/work-order';
import { loanOf } from '../../../offline/test-device';
import { paths } from '../../../routes';
import { rememberPlace } from '../loans/came-from';
import { type TestPhone, testPhone } from '../test-phone';

window.scrollTo = () => {};

const today = dayOf(Date.now());
const HERE = { latitude: 18.5, longitude: 73.8, accuracy: 12 };

/** Each order of the list puts these five differently. */
function loanNamed(name: string, number: number, pincode: string, lat: number, more: Partial<Loan>): Loan {
  const plain = loanOf(number);
  const [address] = plain.addresses;
  if (!address) throw new Error('A test loan has no address');
  return loanOf(number, {
    borrower: { ...plain.borrower, name },
    addresses: [{ ...address, pincode, lat }],
    ...more,
  });
}
const promised = (dueOn: string): Partial<Loan> => ({ ptp: { amountPaise: 380_000, dueOn, status: 'open' } });
const visited = (days: number): Partial<Loan> => ({
  lastVisit: { at: new Date(Date.now() - (days + 0.5) * 86_400_000).toISOString(), code: 'FDL', label: 'Door locked' },
});
const LOANS = [
  loanNamed('Esha Naik', 87, '411002', 18.52, {
    dpd: 20,
    bucket: '0-30',
    overduePaise: 700_000,
    ...visited(2),
    nextVisitOn: today,
  }),
  loanNamed('Chitra Pawar', 3, '412101', 18.7, {
    dpd: 200,
    bucket: '180-360',
    overduePaise: 100_000,
    ...visited(20),
    ...promised(today),
  }),
  loanNamed('Asha Kulkarni', 1, '411005', 18.6, {
    dpd: 45,
    bucket: '31-60',
    overduePaise: 500_000,
    ...visited(10),
    nextVisitOn: addDays(today, 6),
    flags: { ...loanOf(1).flags, legal: true },
  }),
  loanNamed('Dilip More', 4, '411001', 18.55, {
    dpd: 100,
    bucket: '91-180',
    overduePaise: 300_000,
    ...promised(addDays(today, -1)),
  }),
  loanNamed('Bharat Jadhav', 2, '411004', 18.5, {
    dpd: 10,
    bucket: '0-30',
    overduePaise: 900_000,
    ...visited(5),
    lastPayment: { on: today, amountPaise: 100 },
    ...promised(addDays(today, 1)),
  }),
];
const EVERYBODY = 'Chitra Dilip Esha Bharat Asha';

let phone: TestPhone;
let locate: Geolocation['watchPosition'];
const asked = vi.fn<Geolocation['watchPosition']>((...given) => locate(...given));
beforeAll(async () => {
  const geolocation: Partial<Geolocation> = { watchPosition: asked, clearWatch: () => {} };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, get: () => geolocation });
  phone = await testPhone(LOANS);
});
afterAll(() => phone.close());
beforeEach(() => {
  // What was searched for outlives the list: every test starts from an agent who comes from today's plan.
  rememberPlace(paths.home());
});

/** First names on the cards, from the top. */
const cards = () => {
  const list = screen.queryByRole('list', { name: 'Loans' });
  if (!list) return '';
  return within(list)
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent?.split(' ')[0])
    .join(' ');
};
const showCards = (names: string) => waitFor(() => expect(cards()).toBe(names));
const open = async (query = '') => {
  phone.open(paths.fieldLoans() + query);
  await screen.findByRole('searchbox');
};
const query = () => decodeURIComponent(location.search);
const search = async (text: string) =>
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } });
const sortBy = async (sort: string) => {
  const menu = await screen.findByLabelText<HTMLSelectElement>('Sort by');
  const option = within(menu).getByRole<HTMLOptionElement>('option', { name: sort });
  fireEvent.change(menu, { target: { value: option.value } });
};
const chips = () => screen.queryAllByRole('button', { name: /Remove$/ }).map((chip) => chip.textContent);

/** The sheet of filters; its own buttons and choices are looked for inside it. */
const openSheet = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Filter/ }));
  return within(await screen.findByRole('dialog', { name: 'Filter loans' }));
};
type Sheet = Awaited<ReturnType<typeof openSheet>>;
const choose = (sheet: Sheet, group: RegExp, choice: string) =>
  fireEvent.click(
    within(sheet.getByRole(/Bucket|Legal/.test(group.source) ? 'group' : 'radiogroup', { name: group })).getByLabelText(
      choice,
    ),
  );
const pincode = (sheet: Sheet) => sheet.getByLabelText<HTMLInputElement>('Pincode');
const show = (sheet: Sheet, count: number) => fireEvent.click(sheet.getByRole('button', { name: `Show ${count}` }));

describe('the search', () => {
  it.each([
    ['the first digits of a pincode', '4110', 'Dilip Esha Bharat Asha'],
    ['a whole pincode', '412101', 'Chitra'],
    ['half a name', 'kulk', 'Asha'],
    ['the last four digits of a phone', '0003', 'Chitra'],
    ['a loan number', 'ln000004', 'Dilip'],
    ['the digits of a loan number', '87', 'Esha'],
  ])('takes %s as it is typed', async (_, text, found) => {
    await open();
    await showCards(EVERYBODY);
    await search(text);
    await showCards(found);
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    await showCards(EVERYBODY);
  });

  it('looks within what is filtered, in the order chosen', async () => {
    await open('?bucket=0-30&bucket=31-60&sort=pincode');
    await showCards('Esha Bharat Asha');
    await search('41100');
    await showCards('Esha Bharat Asha');
    await search('411004');
    await showCards('Bharat');
  });

  it('keeps filter and sort in the address, never the search, and offers the way back from nothing', async () => {
    await open('?bucket=31-60');
    await screen.findByText(/1 loan ·/);
    await search('zzz');
    await screen.findByText('No loan matches');
    expect(screen.getByText(/Searched “zzz”, Bucket 31-60 in 5 loans/)).toBeTruthy();
    expect(query()).toBe('?bucket=31-60');
    fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
    await showCards(EVERYBODY);
    await waitFor(() => expect(query()).toBe(''));
  });
});

describe('the order', () => {
  it.each([
    ['Overdue amount', 'overdue', 'Bharat Esha Asha Dilip Chitra'],
    ['Days past due', 'dpd', 'Chitra Dilip Asha Esha Bharat'],
    ['Name', 'name', 'Asha Bharat Chitra Dilip Esha'],
    ['Pincode', 'pincode', 'Dilip Esha Bharat Asha Chitra'],
    ['Promise date', 'ptp', 'Dilip Chitra Bharat Esha Asha'],
  ])('by “%s”, and back to what matters most', async (words, sort, order) => {
    await open();
    await showCards(EVERYBODY);
    await sortBy(words);
    await showCards(order);
    expect(query()).toBe(`?sort=${sort}`);
    await sortBy('What matters most');
    await showCards(EVERYBODY);
    expect(query()).toBe('');
  });

  it('asks for the position only when it sorts by it, says what to do about a refusal, and puts the nearest first', async () => {
    locate = (_, failed) => {
      failed?.({ code: 1 } as GeolocationPositionError);
      return 1;
    };
    await open();
    await showCards(EVERYBODY);
    expect(asked).not.toHaveBeenCalled();
    await sortBy('Nearest first');
    await screen.findByText('Location is not allowed');
    const todo = screen.getByText(/^Allow it in the browser's site settings and tap Try again\./);
    expect(todo.textContent).toContain('Try again. Until then the list is sorted by what matters most.');
    expect(asked).toHaveBeenCalledTimes(1);
    expect(cards()).toBe(EVERYBODY);

    locate = (found) => {
      found({ coords: HERE, timestamp: Date.now() } as GeolocationPosition);
      return 1;
    };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await showCards('Bharat Esha Dilip Asha Chitra');
    expect(screen.queryByText('Location is not allowed')).toBeNull();
    expect(screen.getByText(/411001 Pune · 5\.6 km/)).toBeTruthy();
  });
});

describe('the sheet of filters', () => {
  it('takes several buckets, says how many loans they leave, and changes nothing until it is told to', async () => {
    await open();
    const sheet = await openSheet();
    sheet.getByRole('button', { name: 'Show 5' });
    choose(sheet, /Bucket/, '0-30');
    sheet.getByRole('button', { name: 'Show 2' });
    choose(sheet, /Bucket/, '91-180');
    sheet.getByRole('button', { name: 'Show 3' });
    choose(sheet, /Bucket/, '61-90');
    choose(sheet, /Bucket/, '61-90');
    expect(cards()).toBe(EVERYBODY);
    expect(chips()).toEqual([]);
    show(sheet, 3);
    await showCards('Dilip Esha Bharat');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chips()).toEqual(['Bucket 0-30', 'Bucket 91-180']);
    expect(query()).toBe('?bucket=0-30&bucket=91-180');
    screen.getByRole('button', { name: 'Filter · 2' });
    screen.getByText(/^3 loans · ₹19,000 overdue$/);
  });

  it.each([
    [/^Plan/, 'On today’s plan', 'Chitra Dilip Esha', 'On plan today', '?plan=today'],
    [/^Promise/, 'Due today', 'Chitra', 'PTP due today', '?ptp=due-today'],
    [/^Promise/, 'Overdue', 'Dilip', 'PTP overdue', '?ptp=overdue'],
    [/^Promise/, 'Open', 'Chitra Dilip Bharat', 'PTP open', '?ptp=open'],
    [/^Not visited/, '3 days', 'Chitra Dilip Bharat Asha', 'Not visited 3 days', '?notVisited=3'],
    [/^Not visited/, '7 days', 'Chitra Dilip Asha', 'Not visited 7 days', '?notVisited=7'],
    [/^Not visited/, '15 days', 'Chitra Dilip', 'Not visited 15 days', '?notVisited=15'],
    [/^Not visited/, '30 days', 'Dilip', 'Not visited 30 days', '?notVisited=30'],
    [/^Next visit/, 'Visit today', 'Esha', 'Visit today', '?visit=today'],
    [/^Next visit/, 'Visit within 7 days', 'Esha Asha', 'Visit within 7 days', '?visit=week'],
    [/^Next visit/, 'No visit planned', 'Chitra Dilip Bharat', 'No visit planned', '?visit=none'],
    [/^Paid/, 'Paid this month', 'Bharat', 'Paid this month', '?paid=yes'],
    [/^Paid/, 'Not paid this month', 'Chitra Dilip Esha Asha', 'Not paid this month', '?paid=no'],
    [/^Legal/, 'Legal case', 'Asha', 'Legal case', '?legal=yes'],
  ])('%s “%s”', async (group, choice, found, chip, address) => {
    await open();
    const sheet = await openSheet();
    choose(sheet, group, choice);
    show(sheet, found.split(' ').length);
    await showCards(found);
    expect(chips()).toEqual([chip]);
    expect(query()).toBe(address);
  });

  it('takes the digits of a pincode, not more than six, and Enter shows what they leave', async () => {
    await open();
    const sheet = await openSheet();
    fireEvent.change(pincode(sheet), { target: { value: '411 00x' } });
    expect(pincode(sheet).value).toBe('41100');
    sheet.getByRole('button', { name: 'Show 4' });
    fireEvent.change(pincode(sheet), { target: { value: '4110051234' } });
    expect(pincode(sheet).value).toBe('411005');
    sheet.getByRole('button', { name: 'Show 1' });
    fireEvent.keyDown(pincode(sheet), { key: 'Enter' });
    await showCards('Asha');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(chips()).toEqual(['Pincode 411005']);
    expect(query()).toBe('?pincode=411005');
  });

  it('counts only what the search leaves', async () => {
    await open();
    await search('4110');
    await showCards(EVERYBODY.replace('Chitra ', ''));
    const sheet = await openSheet();
    sheet.getByRole('button', { name: 'Show 4' });
    choose(sheet, /^Promise/, 'Open');
    show(sheet, 2);
    await showCards('Dilip Bharat');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('4110');
  });

  it('opens as the list is filtered; Clear takes every filter away and keeps the order', async () => {
    await open(
      '?bucket=0-30&bucket=31-60&pincode=41&ptp=open&plan=today&visit=today&notVisited=3&paid=no&legal=yes&sort=name',
    );
    const sheet = await openSheet();
    const chosen = () =>
      sheet.getAllByLabelText(/./, { selector: ':checked' }).map((input) => input.parentElement?.textContent);
    expect(chosen()).toEqual([
      'On today’s plan',
      'Visit today',
      '0-30',
      '31-60',
      'Open',
      '3 days',
      'Not paid this month',
      'Legal case',
    ]);
    expect(pincode(sheet).value).toBe('41');
    sheet.getByRole('button', { name: 'Show 0' });
    fireEvent.click(sheet.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toEqual(['All loans', 'Any', 'Any', 'Any', 'Any']);
    expect(pincode(sheet).value).toBe('');
    show(sheet, 5);
    await showCards('Asha Bharat Chitra Dilip Esha');
    expect(chips()).toEqual([]);
    expect(query()).toBe('?sort=name');
  });

  it('closed without “Show” it leaves the list and forgets what was pressed', async () => {
    await open('?bucket=31-60');
    const sheet = await openSheet();
    choose(sheet, /Bucket/, '0-30');
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cards()).toBe('Asha');
    expect(query()).toBe('?bucket=31-60');
    (await openSheet()).getByRole('button', { name: 'Show 1' });
  });
});

describe('the chips', () => {
  it('take their own filters away one by one, with the cards that come back', async () => {
    await open('?bucket=0-30&bucket=180-360&ptp=open&sort=dpd');
    await showCards('Chitra Bharat');
    const remove = (chip: string) =>
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${chip} ?Remove$`) }));
    remove('PTP open');
    await showCards('Chitra Esha Bharat');
    expect(query()).toBe('?bucket=0-30&bucket=180-360&sort=dpd');
    remove('Bucket 180-360');
    await showCards('Esha Bharat');
    screen.getByRole('button', { name: 'Filter · 1' });
    remove('Bucket 0-30');
    await showCards('Chitra Dilip Asha Esha Bharat');
    expect(chips()).toEqual([]);
    screen.getByRole('button', { name: 'Filter' });
    expect(query()).toBe('?sort=dpd');
  });
});

it('Back from a loan returns to the list as it was filtered, sorted and searched', async () => {
  await open('?bucket=0-30&sort=name');
  await showCards('Bharat Esha');
  await search('naik');
  fireEvent.click(await screen.findByRole('link', { name: 'Esha Naik' }));
  await screen.findByRole('link', { name: 'Record visit' });
  fireEvent.click(screen.getByRole('link', { name: 'Back' }));
  await showCards('Esha');
  expect(phone.address()).toBe('/field-agent-loans?bucket=0-30&sort=name');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('naik');
});

it('stands in the order of the tenant’s sorting rules, and each card says by which; another order that is asked for says none', async () => {
  const rule = (name: string, condition: SortingRule['condition'], by: SortingRule['by'] = []): SortingRule => ({
    ...{ id: loanOf(0).id, name, active: true, work: 'visits', condition, by },
  });
  phone.server.order = {
    version: 1,
    rules: [
      rule('Courts first', [[{ field: 'legal', not: false }]]),
      rule('Never met', [[{ field: 'visitedFor', from: null, to: null, not: true }]]),
      rule('By age', [[]], [{ key: 'dpd', dir: 'desc' }]),
    ],
  };
  await phone.engine.loans.refresh();
  await open();
  await showCards('Asha Dilip Chitra Esha Bharat');
  expect(
    [screen.getAllByText('Courts first'), screen.getAllByText('Never met'), screen.getAllByText('By age')].map(
      (found) => found.length,
    ),
  ).toEqual([1, 1, 3]);
  await sortBy('Name');
  await showCards('Asha Bharat Chitra Dilip Esha');
  expect(screen.queryByText('Courts first')).toBeNull();
  phone.server.order = undefined;
  await phone.engine.loans.refresh();
  await open();
  await showCards(EVERYBODY);
});
