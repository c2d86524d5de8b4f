/** Plays one schedule from its first step to the judgement. */
import { check } from './checker';
import { heal } from './heal';
import { Notebook } from './notebook';
import { Office } from './office';
import type { Page } from './page';
import { Phone } from './phone';
import { randomOf } from './random';
import type { Realm } from './realm';
import type { Server } from './server';
import { HELD_AT_FIRST, type Stage } from './stage';
import type { Schedule, Step } from './steps';
import { begin, Timeline } from './timeline';

export interface Outcome {
  /** Empty: everything that was promised has been kept. */
  violations: string[];
  /** How far the schedule got into things; a run in which nothing happens proves nothing. */
  saves: number;
  receipts: number;
  /** Virtual ms from the first step to the end. */
  took: number;
  /** Differs when anything that people saw differs. */
  trace: string;
}

export interface World {
  server: Server;
  stage: Stage;
  clientFile: string;
}

/** 10 o'clock in India on a working day. */
const START = Date.UTC(2026, 2, 2, 4, 30);
/** Between two steps a person needs a moment. */
const MOMENT_MS = 400;

export async function play(schedule: Schedule, { server, stage, clientFile }: World): Promise<Outcome> {
  const random = randomOf(schedule.seed ^ 0x5f3759df);
  const time = new Timeline(START + random.below(3_600_000), random);
  begin(time);
  server.forget();
  time.realWork = () => server.work();
  const began = time.now;
  const notebook = new Notebook();
  const office = new Office(server.db, stage, HELD_AT_FIRST);
  const phones = Array.from(
    { length: schedule.phones },
    (_, index) => new Phone(index, { server, stage, notebook, random, clientFile }),
  );
  for (const phone of phones) phone.openTab();
  await time.run(time.now + 500);
  try {
    for (const step of schedule.steps) {
      const moment = await perform(step, phones, office, server, time);
      await time.run(time.now + (moment ?? MOMENT_MS));
    }
    await heal({ phones, office, notebook, server, time });
    notebook.violations.push(...(await check({ db: server.db, files: server.files, stage, notebook, office, phones })));
    for (const line of server.log.slice(0, 2)) notebook.violation(`the server complained: ${line.slice(0, 400)}`);
  } finally {
    for (const phone of phones) phone.crash(false);
    begin(undefined);
  }
  return {
    violations: notebook.violations,
    saves: notebook.attempts.filter(({ told }) => told === 'saved').length,
    receipts: notebook.receipts.length,
    took: time.now - began,
    trace: traceOf(notebook, time.now - began),
  };
}

function traceOf(notebook: Notebook, took: number): string {
  const saves = notebook.attempts.map(({ beganAt, toldAt, told }) => `${beganAt - START}:${toldAt - START}:${told}`);
  const receipts = notebook.receipts.map(({ phone, agent, entry }) => `${phone}.${agent}.${entry.receipt?.receiptNo}`);
  return `${took}|${saves.join()}|${receipts.join()}`;
}

/** Answers how long to wait afterwards (ms), where that is not the usual moment. */
async function perform(
  step: Step,
  phones: readonly Phone[],
  office: Office,
  server: Server,
  time: Timeline,
): Promise<number | undefined> {
  const phone = 'phone' in step ? phones[step.phone % phones.length] : undefined;
  const tab = phone && 'tab' in step ? phone.tab(step.tab) : undefined;
  // Whoever touches a tab that stands still gets no answer; it can only be closed.
  const out = tab?.realm.frozen && step.do !== 'close-tab';
  const page = out ? undefined : tab;
  switch (step.do) {
    case 'wait':
      return step.ms;
    case 'reassign':
      await office.reassign(step.loan, step.to);
      return;
    case 'loan-state':
      await office.loanState(step.loan, step.state);
      return;
    case 'deactivate':
    case 'activate':
      await office.active(step.agent, step.do === 'activate');
      return;
    case 'end-sessions':
      await office.endSessions(step.agent);
      return;
    case 'withdraw-device':
      await office.withdrawDevice(step.phone % phones.length, step.agent);
      return;
    case 'retire-code':
      await office.retireCode();
      return;
    case 'server-clock':
      server.ahead[step.server] = step.ahead;
      return;
  }
  if (!phone) return;
  switch (step.do) {
    case 'open-tab':
      if (phone.pages.filter(({ realm }) => realm.alive).length < 2) phone.openTab();
      return;
    case 'crash':
      phone.crash(step.loseLocalStorage);
      return;
    case 'kill': {
      const realm = struck(phone, step.tab);
      if (realm) realm.stepsLeft = Math.min(realm.stepsLeft, step.after);
      return;
    }
    case 'freeze':
      struck(phone, step.tab)?.freeze();
      return;
    case 'thaw':
      for (const realm of phone.realms()) realm.thaw();
      return;
    case 'worker':
      phone.wakeWorker();
      return;
    case 'network':
      phone.network.mode = step.mode;
      if (step.mode === 'good' || step.mode === 'thin') phone.online();
      return;
    case 'fault':
      phone.network.armed.push({ fault: step.fault, on: step.on, times: step.times });
      return;
    case 'clock':
      phone.setClock(step.skew);
      return;
    case 'disk-full':
      phone.setFull(step.full);
      return;
    case 'away':
      phone.crash(false);
      await time.run(time.now + 1_000);
      for (const other of phones) other.crash(false);
      return step.hours * 3_600_000;
    case 'sign-in':
      if (!out) (page ?? (await opened(phone, time))).signIn(step.agent);
      return;
  }
  if (page) performOn(page, step, phone);
}

/** Answers the process that dies or stands still. */
function struck(phone: Phone, index: number): Realm | undefined {
  const realms = phone.realms();
  return realms[index % Math.max(1, realms.length)];
}

async function opened(phone: Phone, time: Timeline): Promise<Page> {
  const page = phone.openTab();
  await time.run(time.now + 1_000, () => page.phase !== 'starting');
  return page;
}

function performOn(page: Page, step: Step, phone: Phone): void {
  switch (step.do) {
    case 'sign-out':
      page.lockNow(step.how);
      return;
    case 'close-tab':
      phone.closeTab(page);
      return;
    case 'reload':
      page.reload();
      return;
    case 'save':
      page.save(step);
      return;
    case 'mend':
      page.mend();
      return;
    case 'discard':
      page.discard();
      return;
    case 'send-now':
      page.sendNow();
      return;
    case 'refresh':
      page.refresh();
      return;
  }
}
