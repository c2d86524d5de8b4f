import { describe, expect, it } from 'vitest';
import { caseHistories } from '../../../core/contract/call-work';
import { listClients } from '../../../core/contract/clients';
import type { Endpoint } from '../../../core/contract/kit';
import { listLoans } from '../../../core/contract/loan-list';
import { listRequests } from '../../../core/contract/loan-requests';
import { searchPortfolios } from '../../../core/contract/portfolios';
import { readTableQuery } from '../../ui/kit';
import { callOf, countsQuickly, listedIn, matchOf, pageIn, valuesOf } from './endpoint-query';

describe('a filter’s values are those of the endpoint', () => {
  it.each([
    ['several of a set', listClients, 'institution', ['BANK', 'NBFC'], true],
    ['one of a set', listRequests, 'state', ['open', 'done', 'declined'], false],
    ['one of a list with other names', searchPortfolios, 'region', ['North'], false],
    ['of a header', searchPortfolios, 'active', ['true', 'false'], false],
  ] as const)('%s', (_, endpoint, name, values, several) => {
    const found = valuesOf(endpoint, name);
    expect(found?.several).toBe(several);
    for (const value of values ?? []) expect(found?.values).toContain(value);
  });

  it('and a text has none', () => expect(valuesOf(listLoans, 'client')).toBeUndefined());
});

it('what nobody knows is not asked, the address goes before what the screen asks, and names may differ', () => {
  const query = readTableQuery(new URLSearchParams('status=active,gone&sort=-portfolios&q=ab&agency=x'), [
    'status',
    'agency',
  ]);
  const filters = [
    { asked: 'status', address: 'status' },
    { asked: 'agencyid', address: 'agency' },
  ];
  expect(matchOf(listClients, query, filters, { institution: 'BANK', status: 'inactive' })).toEqual({
    institution: 'BANK',
    status: 'active',
    agencyid: 'x',
    q: 'ab',
    sort: 'portfolios',
    dir: 'desc',
  });
  expect(matchOf(listClients, { ...query, sort: { by: 'colour', dir: 'asc' } }, [], undefined)).toEqual({ q: 'ab' });
});

it.each<[string, Endpoint, object]>([
  ['page and size', listClients, { page: 2, size: 25 }],
  ['pageNo and pageSize', caseHistories, { pageNo: 2, pageSize: 25 }],
  ['pageNumber and pageSize', searchPortfolios, { pageNumber: 2, pageSize: 25 }],
])('a page is asked for as %s', (_, endpoint, page) =>
  expect(pageIn(endpoint as typeof listClients, 2, 25)).toEqual(page),
);

it('what is no part of the query goes into headers', () =>
  expect(callOf(searchPortfolios, { q: 'a', active: 'true' })).toMatchObject({
    query: { q: 'a' },
    headers: { active: 'true' },
  }));

it('only some endpoints count no further than is quick', () =>
  expect([countsQuickly(listLoans), countsQuickly(listClients)]).toEqual([true, false]));

it.each([
  [
    { rows: [1], total: 1 },
    { rows: [1], total: 1 },
  ],
  [
    { content: [1], totalElements: 9, exact: false },
    { rows: [1], total: 9, exact: false },
  ],
  [
    { caseHistories: [1], totalElements: 1, exact: true },
    { rows: [1], total: 1 },
  ],
])('the rows of %j', (answer, listed) => expect(listedIn(answer)).toEqual(listed));
