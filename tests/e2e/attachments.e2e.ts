/** A large file over a thin line: the server is killed in the middle of it, then the phone. What arrived is not sent again. */
import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { AppServer } from '../support/app-server';
import { Phone } from '../support/browser';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { startUploadMeter, type UploadMeter } from '../support/upload-meter';
import { fillVisit, findLoan, openApp, openLoans, receiptOf, saveVisit, startDay } from './field-steps';
import { ServerView, type SignIn } from './server-view';

const SIZE = 3 * 1024 * 1024;
const BYTES_PER_SECOND = 500 * 1024;

let server: AppServer;
let meter: UploadMeter;
let line: TcpProxy;
let phone: Phone;
let agent: SignIn;
beforeAll(async () => {
  server = await AppServer.start({ from: inject('demoData') });
  meter = await startUploadMeter(server.port);
  line = await startTcpProxy(meter.port);
  phone = await Phone.start({ origin: line.origin });
  agent = await ServerView.signInFor(server.origin, 'CRM_FIELDAGENT');
});
afterAll(async () => {
  await phone?.destroy();
  await line?.close();
  await meter?.close();
  await server?.destroy();
});

/** A scan: not made smaller on the phone, as a photo is. */
function letter(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(SIZE - 9)]);
}

const until = (condition: () => boolean | Promise<boolean>, what: string) =>
  expect.poll(condition, { timeout: 60_000, interval: 20, message: what }).toBe(true);

/** What the line had taken and the server had not yet written when it was killed is sent again. */
const IN_FLIGHT = 256 * 1024;

it('3 MB survive a killed server and a killed browser, and no byte that had arrived is sent again', async () => {
  const { origin } = line;
  let { page } = phone;
  await startDay(page, origin, agent);
  const view = await ServerView.as(server.origin, agent);
  const loan = (await view.loans()).find(({ state }) => state === 'active');
  if (!loan) throw new Error('The demo data has no loan for this test');
  const pdf = letter();
  const sha256 = createHash('sha256').update(pdf).digest('hex');

  await openLoans(page);
  await findLoan(page, loan.loanNumber);
  await fillVisit(page, { outcome: 'Door locked', nextVisit: 'Tomorrow', photos: [await phone.jpeg(1)] });
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf });
  await page
    .getByRole('button', { name: /^Remove/ })
    .nth(1)
    .waitFor();
  line.add({ kind: 'bandwidth', bytesPerSecond: BYTES_PER_SECOND, only: 'request' });
  const number = await saveVisit(page);

  /** The parts of the large file, and how far the furthest got on its way to the server. */
  const ofLetter = () => {
    const largest = Math.max(0, ...meter.parts.map(({ offset }) => offset));
    const upload = meter.parts.find(({ offset }) => offset > 0 && offset === largest)?.upload;
    return meter.parts.filter((part) => part.upload === upload);
  };
  const furthest = () => Math.max(0, ...ofLetter().map(({ offset, bytes }) => offset + bytes));
  const heldBytes = async (): Promise<number> => {
    const [part] = ofLetter();
    if (!part) throw new Error('No upload is under way');
    const file = join(server.dataDir, 'files/uploads', view.tenantId, part.upload);
    return (await stat(file)).size;
  };

  await until(() => furthest() > 900_000, 'the first part of the way');
  await server.kill();
  const whenServerDied = await heldBytes();
  const sentToServer = furthest();
  const partsBefore = meter.parts.length;
  await server.run();
  await until(() => furthest() > 1_900_000, 'more than half the way');
  await phone.kill();
  const sentByPhone = furthest();
  const partsUntilKill = meter.parts.length;
  // What the phone had sent is still being written.
  await expect.poll(heldBytes, { timeout: 5000 }).toBeGreaterThan(sentByPhone - 128 * 1024);
  const whenPhoneDied = await heldBytes();
  page = await phone.open();
  await openApp(page, origin, agent);
  line.heal();
  await receiptOf(page, number);

  const parts = ofLetter();
  expect(new Set(parts.map(({ upload }) => upload)).size).toBe(1);
  const afterServer = meter.parts.slice(partsBefore, partsUntilKill).filter((part) => parts.includes(part));
  const afterPhone = meter.parts.slice(partsUntilKill).filter((part) => parts.includes(part));
  expect(whenServerDied).toBeGreaterThan(500_000);
  expect(Math.min(...afterServer.map(({ offset }) => offset))).toBeGreaterThanOrEqual(whenServerDied - IN_FLIGHT);
  expect(Math.min(...afterPhone.map(({ offset }) => offset))).toBeGreaterThanOrEqual(whenPhoneDied - IN_FLIGHT);
  // All in all: the file, and what the two deaths swallowed on its way.
  const lost = Math.max(0, sentToServer - whenServerDied) + Math.max(0, sentByPhone - whenPhoneDied);
  const passed = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(passed).toBeGreaterThanOrEqual(SIZE + 28);
  expect(passed).toBeLessThanOrEqual(SIZE + 28 + lost + 2 * IN_FLIGHT);
  expect(lost).toBeLessThan(512 * 1024);
  expect(await (await ServerView.as(server.origin, agent)).hashOfFile(sha256)).toBe(sha256);
});
