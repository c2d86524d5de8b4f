/** The borrower's own page of an offer: opened by a code, answered without an account, closed with the settlement, and no help to whoever guesses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoanContact } from '../../core/contract/contact';
import { addDays, formatDay } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { LETTER_LANGUAGES, LETTER_WORDS } from '../../core/domain/letters/letter-words';
import { OFFER_WORDS } from '../../core/domain/letters/offer-words';
import { GRACE_DAYS } from '../../core/domain/settlements/plan';
import { engines, type TestDatabase } from '../support/databases';
import { type Gateway, startGateway, status } from '../support/gateway';
import { addTemplate, dayFrom, daytime, SECRET, startWorker, type Worker } from '../support/messaging';
import { startServer, type TestServer } from '../support/server';
import { DUES, openMatrix, settlementDesk, WAIVED } from '../support/settlement-desk';
import { createTenantWorld, type TenantWorld, type TestLoan } from '../support/world';

const MINUTE = 60_000;
const SENT = 'settlements.send-code';

interface Page {
  status: number;
  html: string;
}

describe.each(engines)('the page of an offer on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  let gateway: Gateway;
  let worker: Worker;
  let template: string;
  let desk: ReturnType<typeof settlementDesk>;
  let minutes = 0;
  const clock = daytime();
  const today = () => dayFrom(0);

  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db, {
      clock,
      environment: { GATEWAY_SECRET: SECRET, PUBLIC_URL: 'https://pay.example' },
    });
    world = await createTenantWorld(held.db, { contactRules: 'in-force' });
    gateway = await startGateway();
    worker = await startWorker(held.db, clock, { gateway: gateway.url });
    await openMatrix(world);
    await world.run((tx) =>
      tx.query('update users set dra_valid_until = $2 where tenant_id = $1 and id = $3', [
        world.tenantId,
        dayFrom(300),
        world.people.agent.id,
      ]),
    );
    desk = settlementDesk(world, server.origin, clock, today);
    template = await addTemplate(world, 'sms', 'Dear {first_name}, answer the offer of {lender}: {settlement_link}');
    await addTemplate(world, 'sms', 'आपका कोड {settlement_code} है। {lender}', { language: 'hi' });
    await addTemplate(world, 'whatsapp', 'Your code is {settlement_code}. {lender}');
  });
  afterAll(async () => {
    await worker.stop();
    await server.close();
    await gateway.close();
    await held.close();
  });
  beforeEach(async () => {
    await worker.settled(SENT);
    // Each in a minute of its own: how often an address may ask is counted by the minute.
    minutes += 2;
    clock.at = minutes * MINUTE;
    gateway.sent.clear();
  });
  const nextMinute = () => {
    minutes += 2;
    clock.at = minutes * MINUTE;
  };

  async function newLoan(): Promise<TestLoan> {
    const loan = await desk.newLoan();
    await world.run((tx) => tx.query("update borrowers set language = 'en' where id = $1", [loan.borrowerId]));
    return loan;
  }
  const out = async (loan: TestLoan) => {
    const one = await desk.approved(loan);
    expect(await pathOf(one.id)).toBeUndefined();
    return (await desk.letter(one.id)).data;
  };
  const urlOf = async (id: string) =>
    (
      await world.run((tx) =>
        tx.query<{ url: string }>('select url from settlement_links where tenant_id = $1 and settlement_id = $2', [
          world.tenantId,
          id,
        ]),
      )
    )[0]?.url;
  const pathOf = async (id: string) => {
    const url = await urlOf(id);
    return url && new URL(url).pathname;
  };
  const get = async (path: string): Promise<Page> => {
    const answer = await fetch(server.origin + path);
    return { status: answer.status, html: await answer.text() };
  };
  const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  /** As a browser sends the page's form that does this, with what was typed or chosen in it. */
  async function submit(path: string, page: Page, what: string, typed: Record<string, string> = {}): Promise<Page> {
    const forms = [...page.html.matchAll(/<form[^>]*>([\s\S]*?)<\/form>/g)].map(([, inside = '']) => inside);
    const inside = forms.find((one) => one.includes(`name="do" value="&#34;${what}&#34;"`));
    if (!inside) throw new Error(`There is no such form: ${what}`);
    const body = new FormData();
    for (const [, name = '', value = ''] of inside.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g))
      body.set(name, decoded(value));
    for (const [, name = '', options = ''] of inside.matchAll(/<select name="(\w+)"[^>]*>([\s\S]*?)<\/select>/g))
      body.set(
        name,
        decoded(/value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? ''),
      );
    for (const [name, value] of Object.entries(typed)) {
      expect(inside, name).toContain(`name="${name}"`);
      body.set(name, value);
    }
    const answer = await fetch(server.origin + path, { method: 'POST', body });
    return { status: answer.status, html: await answer.text() };
  }
  const codesSent = async () => {
    await worker.settled(SENT);
    return [...gateway.sent.values()].map(({ text, to, channel, language }) => ({
      code: /\d{6}/.exec(String(text))?.[0] ?? '',
      text: String(text),
      to,
      channel,
      language,
    }));
  };
  async function opened(path: string): Promise<Page> {
    gateway.sent.clear();
    const asked = await submit(path, await get(path), 'code');
    const [sent] = await codesSent();
    return submit(path, asked, 'open', { code: sent?.code ?? '' });
  }
  const historyOf = async (id: string) => (await desk.good('caller', 'GET', `/api/v2/settlement/${id}`)).history;
  const wishesOf = (loan: TestLoan) =>
    world.run((tx) =>
      tx.query<{ kind: string; from_time: string | null; place: string | null; open: boolean }>(
        'select kind, from_time, place, ended_at is null as open from contact_preferences where borrower_id = $1 order by created_at, kind desc',
        [loan.borrowerId],
      ),
    );

  it('shows nothing before a code was entered, then the offer and who may speak of it', async () => {
    const loan = await newLoan();
    const one = await out(loan);
    const path = (await pathOf(one.id)) ?? '';
    const first = await get(path);
    const secrets = [one.borrower, loan.number.slice(-4), '₹', 'Sahyadri', world.people.agent.username, one.number];
    expect(first.status).toBe(200);
    for (const secret of secrets) expect(first.html).not.toContain(secret);

    const asked = await submit(path, first, 'code');
    const [sent] = await codesSent();
    expect(sent).toMatchObject({ to: '9812345678', channel: 'whatsapp', language: 'en' });
    const kept = await world.run((tx) =>
      tx.query(
        "select to_jsonb(c)::text as row from settlement_codes c union all select detail::text from audit_log where action like '%code%'",
      ),
    );
    expect(JSON.stringify(kept)).not.toContain(sent?.code);

    const wrong = await submit(path, asked, 'open', { code: sent?.code === '111111' ? '222222' : '111111' });
    expect(wrong.html).toContain(OFFER_WORDS.en.wrongCode);
    for (const secret of secrets) expect(wrong.html).not.toContain(secret);

    const shown = await submit(path, wrong, 'open', { code: sent?.code ?? '' });
    expect(shown.status).toBe(200);
    for (const part of [
      one.borrower,
      'Sahyadri Bank',
      one.number,
      '₹1,00,000',
      '₹60,000',
      '₹40,000',
      '₹30,000',
      formatDay(addDays(today(), 10)),
      formatDay(addDays(today(), 40)),
      world.people.agent.username,
      world.people.caller.username,
      OFFER_WORDS.en.authorised.replace('{lender}', 'Sahyadri Bank'),
      OFFER_WORDS.en.certificate.replace('{day}', formatDay(dayFrom(300))),
      OFFER_WORDS.en.noCertificate,
    ])
      expect(shown.html).toContain(part);

    // Used once, it opens nothing more.
    const again = await submit(path, wrong, 'open', { code: sent?.code ?? '' });
    expect(again.html).toContain(OFFER_WORDS.en.wrongCode);
    for (const secret of secrets) expect(again.html).not.toContain(secret);
  });

  it('takes the borrower’s word as a step, once', async () => {
    const loan = await newLoan();
    const one = await out(loan);
    const path = (await pathOf(one.id)) ?? '';
    const shown = await opened(path);
    const accepted = await submit(path, shown, 'accept');
    expect(accepted.html).toContain(OFFER_WORDS.en.accepted);
    expect(accepted.html).not.toContain('&#34;accept&#34;');
    await submit(path, shown, 'accept');
    const history = await historyOf(one.id);
    expect(history.at(-1)).toMatchObject({ step: 'acknowledge', to: 'acknowledged', by: { role: 'BORROWER' } });
    expect(history.filter(({ step }) => step === 'acknowledge')).toHaveLength(1);
    const notices = await world.run((tx) =>
      tx.query(
        "select 1 from notifications where tenant_id = $1 and loan_id = $2 and user_id = $3 and kind = 'settlement-step'",
        [world.tenantId, loan.id, world.people.caller.id],
      ),
    );
    expect(notices.length).toBeGreaterThan(0);
    const entries = await world.run((tx) =>
      tx.query(
        "select actor_id, detail from audit_log where tenant_id = $1 and subject_id = $2 and action = 'settlements.acknowledge'",
        [world.tenantId, one.id],
      ),
    );
    expect(entries).toMatchObject([
      { actor_id: null, detail: { by: 'borrower', before: { stage: 'letter-out' }, after: { stage: 'acknowledged' } } },
    ]);
  });

  it('what the borrower asks for binds the contact gate and stands in the history', async () => {
    const loan = await newLoan();
    const one = await out(loan);
    const path = (await pathOf(one.id)) ?? '';
    const shown = await opened(path);
    // It is noon, and nothing held a call back.
    const callNow = async () =>
      (await desk.good<LoanContact>('caller', 'GET', `/api/v2/contact-gate/loan/${loan.id}`)).phones[0]?.call;
    expect(await callNow()).toMatchObject({ allowed: true });
    const saved = await submit(path, shown, 'ask', {
      from: '"16:00"',
      to: '"18:00"',
      notAt: '"office"',
      language: '"mr"',
    });
    expect(saved.html).toContain(OFFER_WORDS.en.saved);
    expect(await callNow()).toMatchObject({ allowed: false, reasons: [{ rule: 'not-at-this-time' }] });
    expect((await historyOf(one.id)).at(-1)).toMatchObject({
      step: 'ask',
      to: 'letter-out',
      by: { role: 'BORROWER' },
      asked: { from: '16:00', to: '18:00', notAt: 'office', language: 'mr' },
    });
    const [borrower] = await world.run((tx) =>
      tx.query('select language from borrowers where tenant_id = $1 and id = $2', [world.tenantId, loan.borrowerId]),
    );
    expect(borrower).toEqual({ language: 'mr' });

    // The next word takes the place of the one before; the page shows what stands.
    const next = await submit(path, saved, 'ask', { from: '"11:00"', to: '"13:00"', notAt: 'null' });
    expect(next.html).toMatch(/value="&#34;11:00&#34;" selected/);
    expect(await callNow()).toMatchObject({ allowed: true });
    expect(await wishesOf(loan)).toMatchObject([
      { kind: 'only-at-this-time', from_time: '16:00', open: false },
      { kind: 'not-at-this-place', place: 'office', open: false },
      { kind: 'only-at-this-time', from_time: '11:00', open: true },
    ]);
    // An end before its begin changes nothing.
    await submit(path, next, 'ask', { from: '"13:00"', to: '"11:00"' });
    expect(await wishesOf(loan)).toHaveLength(3);
    const audit = await world.run((tx) =>
      tx.query<{ action: string }>(
        "select action from audit_log where tenant_id = $1 and subject_id = $2 and action like 'contact.%' order by seq",
        [world.tenantId, loan.id],
      ),
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'contact.preference-added',
      'contact.preference-added',
      'contact.language-asked',
      'contact.preference-ended',
      'contact.preference-ended',
      'contact.preference-added',
    ]);
  });

  it('speaks nine languages, and first the borrower’s', async () => {
    const loan = await newLoan();
    const one = await out(loan);
    const path = (await pathOf(one.id)) ?? '';
    await world.run((tx) => tx.query("update borrowers set language = 'hi' where id = $1", [loan.borrowerId]));
    const first = await get(path);
    expect(first.html).toContain(OFFER_WORDS.hi.intro);
    await submit(path, first, 'code');
    const [sent] = await codesSent();
    expect(sent).toMatchObject({ language: 'hi', text: expect.stringContaining('आपका कोड') });
    let shown = await submit(path, await submit(path, first, 'code'), 'open', {
      code: (await codesSent()).at(-1)?.code ?? '',
    });
    for (const language of LETTER_LANGUAGES) {
      if (!shown.html.includes(`<html lang="${language}">`))
        shown = await submit(path, shown, 'see', { lang: JSON.stringify(language) });
      const words = OFFER_WORDS[language];
      for (const part of [words.title, words.accept, words.between, words.who, LETTER_WORDS[language].schedule])
        expect(shown.html, language).toContain(part);
      expect(shown.html).toContain(`<html lang="${language}">`);
    }
    // Of a language without letters the page knows nothing, and leaves it to the book.
    const languageIs = async () =>
      (await world.run((tx) => tx.query('select language from borrowers where id = $1', [loan.borrowerId])))[0];
    await world.run((tx) => tx.query("update borrowers set language = 'pa' where id = $1", [loan.borrowerId]));
    shown = await submit(path, await submit(path, shown, 'see', { lang: '"hi"' }), 'ask', { notAt: '"office"' });
    expect(shown.html).toContain(OFFER_WORDS.hi.saved);
    expect(await languageIs()).toEqual({ language: 'pa' });
  });

  it('is in the message that names it, and on the page of its letter', async () => {
    const loan = await newLoan();
    const message = () =>
      desk.api('caller').post('/api/v1/call-disposition/send-sms', {
        key: uuidv7(),
        loanId: loan.id,
        phoneId: loan.phoneId,
        templateId: template,
      });
    // A code is no message that somebody could send.
    const { body: offered } = await desk.api('caller').get(`/api/v2/message-templates?loanId=${loan.id}`);
    expect(JSON.stringify(offered)).toContain('{settlement_link}');
    expect(JSON.stringify(offered)).not.toContain('{settlement_code}');
    // Without an open offer there is nothing that it could name.
    expect((await message()).status).toBe(422);
    const one = await out(loan);
    const { status: code, body } = await message();
    expect(code, JSON.stringify(body)).toBe(200);
    expect(JSON.stringify(body)).toContain(await urlOf(one.id));
  });

  it('closes with the settlement and with the lender', async () => {
    const [lapsed, paid, off] = [await newLoan(), await newLoan(), await newLoan()];
    const [one, two, three] = [await out(lapsed), await out(paid), await out(off)];
    const paths = await Promise.all([one, two, three].map(async ({ id }) => (await pathOf(id)) ?? ''));
    const [first = '', second = '', third = ''] = paths;
    const shown = await opened(second);
    await desk.pay(paid, DUES - WAIVED);
    await desk.judge();
    expect(await get(second)).toMatchObject({ status: 410, html: expect.stringContaining(OFFER_WORDS.en.closed) });
    expect((await submit(second, shown, 'accept')).status).toBe(410);

    const client = (active: boolean) =>
      world.run((tx) => tx.query("update clients set active = $1 where name = 'Sahyadri Bank'", [active]));
    await client(false);
    expect((await get(third)).status).toBe(410);
    await client(true);
    expect((await get(third)).status).toBe(200);
    expect((await get(first)).status).toBe(200);
    await desk.judge(addDays(today(), 10 + GRACE_DAYS + 1));
    expect((await get(first)).status).toBe(410);
  });

  it('names nobody who may not work: an agency that is switched off, a loan that nobody holds', async () => {
    const loan = await newLoan();
    const path = (await pathOf((await out(loan)).id)) ?? '';
    const shown = await opened(path);
    await world.unassign(loan, 'field_agent');
    await world.run((tx) =>
      tx.query('update users set agency_id = $2 where id = $1', [world.people.caller.id, world.agencyId]),
    );
    expect((await submit(path, shown, 'see', { lang: '"hi"' })).html).toContain(world.people.caller.username);
    await world.run((tx) => tx.query('update agencies set active = false where id = $1', [world.agencyId]));
    const page = await submit(path, shown, 'see', { lang: '"hi"' });
    await world.run((tx) => tx.query('update agencies set active = true where id = $1', [world.agencyId]));
    expect(page.html).not.toContain(world.people.caller.username);
    expect(page.html).toContain(OFFER_WORDS.hi.nobody);
  });

  it('a code lives ten minutes, takes five tries, and five are sent a day', async () => {
    const loan = await newLoan();
    const path = (await pathOf((await out(loan)).id)) ?? '';
    const first = await get(path);
    const late = await submit(path, first, 'code');
    const [old] = await codesSent();
    clock.at += 11 * MINUTE;
    minutes += 12;
    expect((await submit(path, late, 'open', { code: old?.code ?? '' })).html).toContain(OFFER_WORDS.en.wrongCode);

    nextMinute();
    const form = await submit(path, first, 'code');
    const second = (await codesSent()).at(-1);
    for (let at = 0; at < 5; at += 1)
      await submit(path, form, 'open', { code: second?.code === '111111' ? '222222' : '111111' });
    nextMinute();
    // Within its ten minutes, and yet it was tried too often.
    expect((await submit(path, form, 'open', { code: second?.code ?? '' })).html).toContain(OFFER_WORDS.en.wrongCode);
    for (let at = 0; at < 3; at += 1)
      expect((await submit(path, first, 'code')).html).toContain(OFFER_WORDS.en.codeSent);
    expect((await submit(path, first, 'code')).html).toContain(OFFER_WORDS.en.noCode);
  });

  it('a gateway that stumbles gets the same code again', async () => {
    const path = (await pathOf((await out(await newLoan())).id)) ?? '';
    gateway.next.push(status(503));
    const asked = await submit(path, await get(path), 'code');
    await worker.settled(SENT, { now: true });
    const [sent] = await codesSent();
    expect((await submit(path, asked, 'open', { code: sent?.code ?? '' })).html).toContain('₹60,000');
  });

  it('says so when no code can be sent', async () => {
    const loan = await newLoan();
    const path = (await pathOf((await out(loan)).id)) ?? '';
    await world.run((tx) =>
      tx.query("update phones set owner = 'reference' where borrower_id = $1", [loan.borrowerId]),
    );
    expect((await submit(path, await get(path), 'code')).html).toContain(OFFER_WORDS.en.noCode);
    expect(await codesSent()).toEqual([]);
  });

  it('whoever guesses or sends a form anew is stopped, and told nothing', async () => {
    const path = (await pathOf((await out(await newLoan())).id)) ?? '';
    const other = (await pathOf((await out(await newLoan())).id)) ?? '';
    const shown = await opened(other);
    nextMinute();
    const tokens = ['x', 'A'.repeat(43), 'z'.repeat(43)];
    const answers = new Set<string>();
    for (const token of tokens) {
      const { status: code, html } = await get(`/offers/${token}`);
      answers.add(`${code} ${html}`);
    }
    expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
    // What one offer's code has given opens no other.
    const foreign = await submit(path, shown, 'accept');
    expect(foreign.html).toContain(OFFER_WORDS.en.wrongCode);
    expect((await submit(path, shown, 'accept')).html).toContain(OFFER_WORDS.en.wrongCode);
    const stopped = await get('/offers/x');
    expect(stopped.status).toBe(429);
    // From then on the right address says the same.
    expect(await get(path)).toEqual(stopped);
    nextMinute();
    expect((await get(path)).status).toBe(200);
    clock.at += 16 * MINUTE;
    minutes += 17;
    expect((await submit(other, shown, 'accept')).html).toContain(OFFER_WORDS.en.wrongCode);
  });
});
