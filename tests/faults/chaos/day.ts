/** One run: an agent's day with a real phone, as its plan says, until the world heals and everything is at the server. */
import type { Page } from 'playwright-core';
import {
  fillVisit,
  findLoan,
  openApp,
  openLoans,
  saveVisit,
  startDay,
  type VisitWords,
  visibleText,
} from '../../e2e/field-steps';
import { Phone } from '../../support/browser';
import { check, type Findings, type ToldVisit } from './check';
import type { Field, FieldAgent } from './field';
import { type Plan, type PlannedVisit, type Step, wordsOf } from './plan';

export interface DayReport {
  plan: Plan;
  told: ToldVisit[];
  findings: Findings;
  phoneKills: number;
  serverKills: number;
  ms: number;
}

/** A run that could not go on: which steps were done, and what happened at the last one. */
export class BrokenDay extends Error {
  constructor(
    readonly plan: Plan,
    readonly done: readonly string[],
    cause: unknown,
  ) {
    super(`${plan.scenario}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** How long a healed world may take until every receipt is here: longer than any backoff that "Send now" cuts short. */
const SETTLED_WITHIN_MS = 120_000;
/** How long a ledger that calls everything sent may still be behind. */
const AT_REST_MS = 20_000;
const SCREEN_MS = 45_000;

export async function runDay(
  plan: Plan,
  field: Field,
  agent: FieldAgent,
  photos: readonly Buffer[],
): Promise<DayReport> {
  const started = Date.now();
  const phone = await Phone.start({ origin: field.origin });
  const day = new Day(plan, field, agent, photos, phone);
  try {
    await day.live();
    const findings = check(day.told, await field.heldOf(agent));
    if (day.unsettled) findings.wrong.push(day.unsettled);
    const { told, phoneKills, serverKills } = day;
    return { plan, told, findings, phoneKills, serverKills, ms: Date.now() - started };
  } catch (error) {
    throw new BrokenDay(plan, day.done, error);
  } finally {
    field.line.heal();
    await phone.destroy();
  }
}

class Day {
  readonly told: ToldVisit[] = [];
  readonly done: string[] = [];
  phoneKills = 0;
  serverKills = 0;
  /** What the ledger said when it did not come to rest. */
  unsettled?: string;
  #tab = 0;
  #photosTaken = 0;
  #silent = false;

  constructor(
    private readonly plan: Plan,
    private readonly field: Field,
    private readonly agent: FieldAgent,
    private readonly photos: readonly Buffer[],
    private readonly phone: Phone,
  ) {}

  async live(): Promise<void> {
    const { phone, field, agent } = this;
    const started = Date.now();
    const note = (words: string) => this.done.push(`${((Date.now() - started) / 1000).toFixed(1)} s  ${words}`);
    note('sign in');
    phone.context.setDefaultTimeout(SCREEN_MS);
    await startDay(phone.page, field.origin, agent);
    for (const step of this.plan.steps) {
      note(wordsOf(step));
      await this.#do(step);
    }
    note('the world heals');
    await this.#heal();
    await this.#settle();
  }

  get #page(): Page {
    return this.phone.context.pages()[this.#tab] ?? this.phone.page;
  }

  async #do(step: Step): Promise<void> {
    const { phone, field } = this;
    switch (step.do) {
      case 'visit':
        return this.#visit(step);
      case 'die-saving':
        return this.#dieSaving(step);
      case 'kill-phone':
        return this.#killPhone();
      case 'kill-server':
        this.serverKills += 1;
        await field.server.kill();
        await pause(step.downMs);
        return field.server.run();
      case 'offline':
        return step.how === 'phone' ? phone.setOffline(true) : void field.line.add({ kind: 'down' });
      case 'online':
      case 'heal':
        return this.#heal();
      case 'toxic':
        this.#silent ||= step.toxic.kind === 'timeout';
        return void field.line.add(step.toxic);
      case 'tab': {
        const page = await phone.context.newPage();
        await openApp(page, field.origin, this.agent);
        this.#tab = phone.context.pages().indexOf(page);
        return;
      }
      case 'switch-tab':
        this.#tab = (this.#tab + 1) % phone.context.pages().length;
        return this.#page.bringToFront();
      case 'worker':
        return phone.wakeWorker(field.origin, 'recoup-outbox');
      case 'send':
        await Promise.all(phone.context.pages().map((page) => this.#sendNow(page)));
        return;
      case 'wait':
        return pause(step.ms);
    }
  }

  #words({ loan, photos, promise }: PlannedVisit): { told: ToldVisit; visit: VisitWords; loanNumber: string } {
    const held = this.agent.loans[loan];
    if (!held) throw new Error(`The agent has no loan ${loan}`);
    const remarks = `Run ${this.plan.seed} visit ${this.told.length + 1}`;
    const pictures = Array.from({ length: photos }, () => {
      const picture = this.photos[this.#photosTaken++ % this.photos.length];
      if (!picture) throw new Error('There are no photos');
      return picture;
    });
    const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const outcome = promise
      ? { outcome: 'Promise to pay', person: 'Borrower', promise: { rupees: '1500', on: due } }
      : { outcome: 'Door locked', nextVisit: 'Tomorrow' };
    return {
      told: { remarks, loanId: held.id, photos, promise, number: null },
      visit: { ...outcome, remarks, ...(photos > 0 && { photos: pictures }) },
      loanNumber: held.number,
    };
  }

  async #fill(planned: PlannedVisit): Promise<ToldVisit> {
    const { told, visit, loanNumber } = this.#words(planned);
    const page = this.#page;
    await openLoans(page);
    await findLoan(page, loanNumber);
    await fillVisit(page, visit);
    this.told.push(told);
    return told;
  }

  async #visit(planned: PlannedVisit): Promise<void> {
    const told = await this.#fill(planned);
    told.number = await saveVisit(this.#page);
  }

  async #dieSaving(planned: Extract<Step, { do: 'die-saving' }>): Promise<void> {
    await this.#fill(planned);
    const tapped = this.#page
      .getByRole('button', { name: /^Save visit$/ })
      .click({ noWaitAfter: true })
      .catch(() => undefined);
    await Promise.race([tapped, pause(3_000)]);
    await pause(planned.afterMs);
    await this.#killPhone();
  }

  async #killPhone(): Promise<void> {
    const { phone, field } = this;
    this.phoneKills += 1;
    await phone.kill();
    this.#tab = 0;
    // Silence would only make the sign-in wait for its timeout; every other fault goes on.
    if (this.#silent) field.line.heal();
    this.#silent = false;
    const page = await phone.open({ offline: phone.offline });
    phone.context.setDefaultTimeout(SCREEN_MS);
    await openApp(page, field.origin, this.agent);
  }

  async #heal(): Promise<void> {
    this.field.line.heal();
    this.#silent = false;
    await this.phone.setOffline(false);
  }

  async #sendNow(page: Page): Promise<void> {
    if (new URL(page.url()).pathname !== '/field-agent/ledger')
      await page
        .getByRole('link', { name: /^(Ledger|Show in the ledger)/ })
        .first()
        .click();
    await page.getByRole('button', { name: 'Send now' }).click();
  }

  /** Reads the ledger as the agent does, until it shows a receipt for every record, and nothing else waits. */
  async #settle(): Promise<void> {
    const { field, agent } = this;
    const started = Date.now();
    for (;;) {
      const page = this.#page;
      await openIfLocked(page, field.origin, agent);
      await this.#sendNow(page);
      await page
        .getByText(/^All sent ·/)
        .waitFor({ timeout: 5_000 })
        .catch(() => undefined);
      const ledger = await visibleText(page.locator('#root'));
      const rows = receivedIn(ledger);
      this.#readReceipts(rows);
      const missing = this.told.filter(({ number }) => number !== null && !rows.some((row) => row.number === number));
      const waits = !/All sent ·/.test(ledger);
      if (missing.length === 0 && !waits) return;
      // Where nothing waits any more nothing will come: what is missing is for the judge.
      if (Date.now() - started < (waits ? SETTLED_WITHIN_MS : AT_REST_MS)) continue;
      const words = waits ? 'work still waits' : `${missing.length} saved visits have no receipt`;
      this.unsettled = `The world has healed, and ${words}. The ledger says:\n${ledger.slice(0, 2500)}`;
      return;
    }
  }

  /** A visit whose "Saved" was never read may be in the ledger all the same; nothing else is on its loan. */
  #readReceipts(rows: readonly ReceivedRow[]): void {
    for (const told of this.told) {
      const loanNumber = this.agent.loans.find(({ id }) => id === told.loanId)?.number;
      const row = rows.find((one) =>
        told.number === null ? one.loanNumber === loanNumber : one.number === told.number,
      );
      if (row) told.receiptNo = row.receiptNo;
    }
  }
}

interface ReceivedRow {
  receiptNo: string;
  loanNumber: string;
  number: string;
}

/** The ledger's cards of received records, as they are read on the screen. */
function receivedIn(ledger: string): ReceivedRow[] {
  return [...ledger.matchAll(/Received (R-\d+)[\s\S]*?(\S+) · No\. (\w{6})/g)].map(
    ([, receiptNo = '', loanNumber = '', number = '']) => ({ receiptNo, loanNumber, number }),
  );
}

async function openIfLocked(page: Page, origin: string, agent: FieldAgent): Promise<void> {
  if (await page.getByRole('link', { name: 'Ledger', exact: true }).first().isVisible()) return;
  await openApp(page, origin, agent);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
