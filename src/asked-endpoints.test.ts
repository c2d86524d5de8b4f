/** Every endpoint is asked by the app, or stands here with whom it is for. One that nobody asks is a screen that is missing, or goes. */
import { expect, it } from 'vitest';
import { endpoints } from '../core/contract';
import type { Endpoint } from '../core/contract/kit';

const contract = import.meta.glob<Record<string, unknown>>(
  ['../core/contract/**/*.ts', '!../core/contract/**/*.test.ts', '!../core/contract/index.ts'],
  { eager: true },
);
const sources = Object.values(
  import.meta.glob<string>(['./**/*.{ts,tsx}', '../sw/**/*.ts', '!./**/*.test.{ts,tsx}', '!./**/test-*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);
const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []));

const isEndpoint = (value: unknown): value is Endpoint & { id: string } =>
  typeof value === 'object' && value !== null && 'idempotency' in value && 'path' in value;
/** By id, the name under which the app would import it. */
const names = new Map(
  Object.values(contract).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [[value.id, name] as const] : [])),
  ),
);

/** Who asks instead of the app. */
const OTHERS: Record<string, string> = {
  'calls of the specification that existing installations make, where the app has one of its own': `
    bi.redeem brake.generateUploadUrl brake.searchJobs dialer.login dispositions.byId dispositions.byLoan dispositions.codeByCode
    documents.single documents.toPath loanSheets.history loanSheets.lastBatchNo loanSheets.update loanSheets.upload
    loanSheets.uploadForMapping loanSheets.verify loans.assignFieldAgent loans.borrowerProfile loans.byHeader loans.byManager loans.byPath loans.fieldCases
    loans.scheduledCases loans.scheduledCasesAll loans.todaysPtpStock loans.totalAssigned
    people.activeCollectorsByManager people.adminById people.adminUpdate people.collectorAllocations people.collectorAttendance
    people.collectorById people.collectorRemove people.collectorUpdate people.collectors people.collectorsByManager
    people.managerById people.managerUpdate people.managersFieldAgents portfolios.letter portfolios.validateLetter
    reports.allocationList reports.allocations reports.best reports.callStatus reports.fieldStatus tenants.brief`,
  'gateways, banks and the dialer, each with its signature': `
    dialerService.events dialerService.redeem dialerService.work messages.webhook paymentLinks.webhook`,
  'borrowers and whoever scans a letter, in their browser': `
    paymentLinks.page settlements.answerOffer settlements.checkLetter settlements.letterPage settlements.offerPage`,
  'uploads that were broken off: they ask by the address that they were given': 'attachments.uploadOffset brake.offset',
  'one of what a screen lists whole, for an integration that follows it': 'people.importOne predictive.list',
  'files by their address; no screen opens them yet': 'attachments.download documents.get',
};
const others = Object.values(OTHERS).flatMap((ids) => ids.trim().split(/\s+/));

it('nothing is offered that nobody asks', () => {
  const unasked = Object.keys(endpoints).filter((id) => !words.has(names.get(id) ?? ''));
  expect(unasked.sort()).toEqual([...others].sort());
});
