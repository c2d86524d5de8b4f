import { describe, expect, it } from 'vitest';
import type { Loan } from '../../../../core/contract/loans';
import { activeFilters } from './filter-words';
import { countFilters, NO_QUERY, readQuery, writeQuery } from './loan-query';
import { agoWords, contactNow, mapLink, marksOf, promiseWords } from './loan-words';

const zone = 'Asia/Kolkata';
const today = '2026-11-21';
const noon = Date.parse('2026-11-21T06:30:00Z');
const night = Date.parse('2026-11-21T16:30:00Z');
const early = Date.parse('2026-11-21T01:30:00Z');
type Marked = Pick<Loan, 'flags' | 'contactPause' | 'state'>;
const loan = (flags: Partial<Loan['flags']> = {}, more: Partial<Marked> = {}): Marked => ({
  flags: { dispute: false, deceased: false, legal: false, doNotContact: false, vulnerable: false, ...flags },
  contactPause: null,
  state: 'active',
  ...more,
});

describe('what a card says', () => {
  it.each<[string, Marked, string, string]>([
    ['a plain loan', loan(), '', 'Till 19:00'],
    ['a dispute', loan({ dispute: true }), 'Dispute', 'Till 19:00'],
    ['legal and vulnerable', loan({ legal: true, vulnerable: true }), 'Legal, Take care', 'Till 19:00'],
    ['do not contact', loan({ doNotContact: true }), 'Do not contact', 'Blocked'],
    ['a death', loan({ deceased: true }), 'Deceased', 'Blocked'],
    ['a suppressed loan', loan({}, { state: 'suppressed' }), 'Blocked', 'Blocked'],
    [
      'a pause without end',
      loan({ dispute: true }, { contactPause: { reason: 'Dispute', until: null } }),
      'Paused, Dispute',
      'Blocked',
    ],
    ['a pause that ends today', loan({}, { contactPause: { reason: 'Wedding', until: today } }), 'Paused', 'Blocked'],
    ['a pause that ended', loan({}, { contactPause: { reason: 'Wedding', until: '2026-11-20' } }), '', 'Till 19:00'],
  ])('%s', (_, given, marks, contact) => {
    expect(
      marksOf(given, today)
        .map((mark) => mark.word)
        .join(', '),
    ).toBe(marks);
    expect(contactNow(given, noon, zone).word).toBe(contact);
    expect(contactNow(given, noon, zone).allowed).toBe(contact !== 'Blocked');
  });

  it('nobody may be contacted out of hours, and the reason names the rule', () => {
    expect(contactNow(loan(), early, zone)).toMatchObject({ allowed: false, word: 'From 08:00' });
    expect(contactNow(loan(), night, zone).why).toBe(
      'Calls and visits are allowed from 08:00 tomorrow (08:00 to 19:00, RBI)',
    );
    expect(contactNow(loan({ deceased: true }), night, zone).word).toBe('Blocked');
  });

  it.each<[Loan['ptp'], string | undefined, string | undefined]>([
    [null, undefined, undefined],
    [{ amountPaise: 380_000, dueOn: today, status: 'open' }, 'PTP ₹3,800 today', 'promise'],
    [{ amountPaise: 380_000, dueOn: '2026-11-22', status: 'open' }, 'PTP ₹3,800 tomorrow', 'promise'],
    [{ amountPaise: 380_000, dueOn: '2026-11-30', status: 'open' }, 'PTP ₹3,800 30/11', 'promise'],
    [{ amountPaise: 380_000, dueOn: '2026-11-19', status: 'open' }, 'PTP ₹3,800 overdue since 19/11', 'danger'],
    [{ amountPaise: 380_000, dueOn: '2026-11-19', status: 'broken' }, 'Broken ₹3,800', 'danger'],
    [{ amountPaise: 380_000, dueOn: '2026-11-19', status: 'kept' }, 'Kept ₹3,800', 'paid'],
  ])('promise %j', (ptp, word, tone) => {
    expect(promiseWords(ptp, today)?.word).toBe(word);
    expect(promiseWords(ptp, today)?.tone).toBe(tone);
  });

  it.each([
    [today, 'today'],
    ['2026-11-20', 'yesterday'],
    ['2026-11-01', '20 days ago'],
  ])('%s was %s', (day, words) => expect(agoWords(day, today)).toBe(words));

  it('opens the map at the position, or at the words of the address', () => {
    const address = { id: '1', kind: 'home', line: '12, MG Road & 3rd', city: 'Pune', state: 'MH', pincode: '411001' };
    expect(mapLink({ ...address, lat: 18.5, lng: 73.8 })).toBe(
      'geo:18.5,73.8?q=18.5,73.8(12%2C%20MG%20Road%20%26%203rd%2C%20Pune%20411001)',
    );
    expect(mapLink({ ...address, lat: null, lng: null })).toBe(
      'geo:0,0?q=12%2C%20MG%20Road%20%26%203rd%2C%20Pune%20411001',
    );
  });
});

describe('the query in the address', () => {
  it.each([
    ['', NO_QUERY],
    ['visit=week&paid=no&legal=yes', { ...NO_QUERY, visit: 'week', paid: 'no', legal: true }],
    ['bucket=0-30&bucket=360%2B&sort=dpd', { ...NO_QUERY, buckets: ['0-30', '360+'], sort: 'dpd' }],
    [
      'pincode=411001&ptp=overdue&notVisited=7&plan=today',
      { ...NO_QUERY, ptp: 'overdue', plan: 'today', notVisitedDays: 7, pincode: '411001' },
    ],
  ])('%s survives', (address, query) => {
    expect(readQuery(new URLSearchParams(address))).toEqual(query);
    expect(writeQuery(readQuery(new URLSearchParams(address))).toString()).toBe(address);
  });

  it('neither writes nor reads what is searched for: browsers keep addresses on the disk', () => {
    expect(writeQuery({ ...NO_QUERY, text: 'Asha Rao' }).toString()).toBe('');
    expect(readQuery(new URLSearchParams('q=Asha')).text).toBe('');
  });

  it('takes nonsense for nothing said', () => {
    const address = 'bucket=nine&ptp=maybe&plan=1&visit=never&paid=1&legal=1&notVisited=-3&pincode=abc&sort=luck';
    expect(readQuery(new URLSearchParams(address))).toEqual(NO_QUERY);
    expect(readQuery(new URLSearchParams('notVisited=1e9')).notVisitedDays).toBe(0);
  });

  it('each chip takes away its own filter and nothing else', () => {
    const address =
      'bucket=0-30&bucket=31-60&plan=today&visit=none&ptp=open&notVisited=15&paid=yes&legal=yes&pincode=4';
    const query = { ...readQuery(new URLSearchParams(address)), text: 'a' };
    const chips = activeFilters(query);
    expect(countFilters({ ...query, sort: 'dpd' })).toBe(chips.length);
    expect(chips.map((chip) => chip.label)).toEqual([
      'Bucket 0-30',
      'Bucket 31-60',
      'On plan today',
      'No visit planned',
      'PTP open',
      'Not visited 15 days',
      'Paid this month',
      'Legal case',
      'Pincode 4',
    ]);
    for (const chip of chips) {
      expect(activeFilters(chip.without)).toHaveLength(chips.length - 1);
      expect(chip.without.text).toBe('a');
    }
    expect(activeFilters(NO_QUERY)).toEqual([]);
  });
});
