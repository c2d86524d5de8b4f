/**
 * The end of every schedule: whatever was broken works again, and then everything must come to an end. First without
 * anybody's help (a frozen tab stays frozen: somebody else must take over), then everyone who worked on a phone signs in
 * there once more and looks.
 */
import { checkList, hasSession } from './checker';
import type { Notebook } from './notebook';
import type { Office } from './office';
import type { Page } from './page';
import type { Phone } from './phone';
import type { Server } from './server';
import type { Timeline } from './timeline';

interface Healing {
  phones: readonly Phone[];
  office: Office;
  notebook: Notebook;
  server: Server;
  time: Timeline;
}

/**
 * Within this, a queue that can move has moved, and nobody tapped "Send now": a request under way that is never answered
 * (60 s), its lease (8 s) and the next look of another tab (10 s), the longest wait between two tries (5 min, retry.ts) on
 * top of what a proxy asked for (30 s), and one good round.
 */
const ALONE_MS = 8 * 60_000;
/** The engine asks for the list every five minutes; a round that waits for an answer in vain takes another minute. */
const LIST_MS = 7 * 60_000;
const TOGETHER_MS = 6 * 60_000;
/** A tab that stood still may have kept its turn (5 min, vault-withdrawal.ts). */
const HAND_OVER_MS = 10 * 60_000;
const LOOK_MS = 15_000;
const MOMENT_MS = 2_000;
/** A round of syncing; the one before it may still wait for an answer that does not come. */
const ROUND_MS = 3 * 60_000;
/** Nobody does anything any more: pages that go on opening are a fault themselves. */
const MOST_ROUNDS = 5;

export async function heal({ phones, office, notebook, server, time }: Healing): Promise<void> {
  server.ahead[0] = 0;
  server.ahead[1] = 0;
  for (const phone of phones) {
    phone.network.armed = [];
    phone.network.mode = 'good';
    if (phone.full) phone.setFull(false);
    if (phone.skew !== 0) phone.setClock(0);
    for (const realm of phone.realms()) realm.stepsLeft = Number.POSITIVE_INFINITY;
  }
  await alone({ phones, office, notebook, server, time });
  for (const phone of phones) for (const realm of phone.realms()) realm.thaw();
  for (const agent of [0, 1, 2]) await office.active(agent, true);
  for (const phone of phones) await together(phone, { phones, office, notebook, server, time });
  // Nobody can sign in on a withdrawn phone: the browser wakes the worker, which hands over what is left.
  for (const phone of phones) {
    if (![...office.withdrawn].some((each) => each.startsWith(`${phone.index} `))) continue;
    phone.wakeWorker();
    await time.run(time.now + HAND_OVER_MS, () => !phone.workerRuns);
  }
}

/** Nobody signs in again: who is signed in sees their work go out and their list come up to date. */
async function alone({ phones, notebook, office, server, time }: Healing): Promise<void> {
  for (const phone of phones) {
    if (!phone.pages.some(({ realm }) => realm.alive && !realm.frozen)) phone.openTab();
    phone.online();
  }
  await time.run(time.now + 2_000);
  const live = () =>
    phones.flatMap((phone) =>
      phone.pages.filter((page) => page.realm.alive && !page.realm.frozen && page.phase === 'open'),
    );
  // Whose session has ended gets no list, but what they saved goes out all the same.
  const calm = () => live().every((page) => page.moving().length === 0 && (page.hasList || !page.signedIn));
  // A sign-in that was on its way may open a page at any time: that one gets the time that the others have had.
  let asked = new Set<Page['engine']>();
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    await time.run(time.now + ALONE_MS, calm);
    // What was sent has changed the loans: the engine asks for them by its own clock.
    asked = new Set(live().map(({ engine }) => engine));
    await nextList(live, time);
    if (live().every(({ engine }) => asked.has(engine))) break;
  }
  for (const page of live()) {
    const look = page.look();
    if (look && office.withdrawn.has(`${look.phone} ${look.agent}`)) continue;
    const stuck = `stuck on ${page.realm.name}, nobody signed in again: ${problemOf(page)}`;
    if (page.moving().length > 0) notebook.violation(stuck);
    if (look && (await hasSession(server.db, page.stage, look, time.now))) {
      if (!page.hasList) notebook.violation(stuck);
      // A round may have been under way while the last record arrived: the one after it knows.
      let wrong = await checkList(server.db, page.stage, look);
      if (wrong.length > 0) {
        await nextList(() => live().filter((each) => each === page), time);
        wrong = await checkList(server.db, page.stage, page.look() ?? look);
      }
      for (const words of wrong) notebook.violation(`${page.realm.name}, nobody signed in again: ${words}`);
    }
  }
}

/** Until every page that has a session shows a list that was confirmed anew; nobody asks for it by hand. */
async function nextList(pages: () => Page[], time: Timeline): Promise<void> {
  // By another moment, not by a later one: the last list may have come while the phone's clock was days ahead.
  const before = new Set(pages().map(({ listAsOf }) => listAsOf));
  await time.run(time.now + LIST_MS, () => pages().every((page) => !page.signedIn || !before.has(page.listAsOf)));
  // The other tabs hear of it.
  await time.run(time.now + MOMENT_MS);
}

/**
 * What is wrong with the list. Another tab may have been asking while this one wanted to, a moment before the last
 * record arrived: then it is asked once more.
 */
async function listAfter(page: Page, server: Server, time: Timeline): Promise<string[]> {
  let wrong: string[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    const look = page.look();
    wrong = look ? await checkList(server.db, page.stage, look) : [];
    if (wrong.length === 0) break;
    page.refresh();
    await time.run(time.now + ROUND_MS, () => !page.isRefreshing);
    await time.run(time.now + MOMENT_MS);
  }
  return wrong;
}

function problemOf(page: Page): string {
  const moving = page.moving().map(({ state, problem }) => `${state} (${problem?.code ?? 'no problem'})`);
  const loans = page.engine?.status.get().loans;
  return `${page.phase}, ${moving.join(', ') || 'nothing moving'}; loans ${loans?.phase} ${loans?.problem ?? ''}`;
}

/** Each agent who ever worked on this phone signs in on it, one after the other. */
async function together(phone: Phone, { notebook, office, server, time }: Healing): Promise<void> {
  const workers = new Set(
    notebook.attempts.filter((attempt) => attempt.phone === phone.index).map(({ agent }) => agent),
  );
  const signedIn = phone.pages.find((page) => page.phase === 'open')?.agent;
  // Whoever is signed in looks first.
  for (const agent of [...workers].sort((a, b) => Number(b === signedIn) - Number(a === signedIn))) {
    if (office.withdrawn.has(`${phone.index} ${agent}`)) continue;
    const page = await signedInAs(phone, agent, server, time);
    if (!page) {
      notebook.violation(`agent ${agent} cannot sign in on phone ${phone.index} again`);
      continue;
    }
    const end = time.now + TOGETHER_MS;
    // A tab that stood still until now shows what it showed then: what it learns while they look is mended as well.
    do {
      while (time.now < end && (page.needsMending || !page.quiet())) {
        if (page.needsMending) page.mend();
        else page.sendNow();
        await time.run(time.now + LOOK_MS, () => page.quiet() && !page.needsMending);
      }
      page.refresh();
      await time.run(time.now + ROUND_MS, () => !page.isRefreshing);
      await time.run(time.now + MOMENT_MS);
    } while (time.now < end && (page.needsMending || !page.quiet()));
    const look = page.look();
    if (!page.quiet()) notebook.violation(`stuck on ${page.realm.name} after signing in: ${problemOf(page)}`);
    if (look)
      for (const words of await listAfter(page, server, time))
        notebook.violation(`${page.realm.name} after signing in: ${words}`);
  }
}

/** A page of theirs whose session the server knows; they sign in for it where there is none. */
async function signedInAs(phone: Phone, agent: number, server: Server, time: Timeline): Promise<Page | undefined> {
  const open = () => phone.pages.find((page) => page.realm.alive && page.phase === 'open' && page.agent === agent);
  for (let tries = 0; tries < 4; tries += 1) {
    const there = open();
    const known = there && { phone: phone.index, agent, signedIn: there.signedIn };
    if (there && known && (await hasSession(server.db, there.stage, known, time.now))) return there;
    for (const page of [...phone.pages].slice(1)) phone.closeTab(page);
    let [page] = phone.pages.filter(({ realm }) => realm.alive);
    page ??= phone.openTab();
    await time.run(time.now + 20_000, () => page.phase !== 'starting');
    if (page.phase === 'broken') page.reload();
    if (page.phase === 'open') page.lockNow('logout');
    await time.run(time.now + 6_000, () => page.phase === 'out');
    page.signIn(agent);
    await time.run(time.now + 30_000, () => open()?.signedIn === true);
  }
  return open();
}
