/** Letters that the product draws for a settlement: in each language, sent, confirmed to whoever scans one, and no longer when it falls. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LetterFacts } from '../../core/contract/portfolio-letters';
import type { Settlement } from '../../core/contract/settlements';
import { addDays, dayOf, formatDay } from '../../core/domain/dates';
import { uuidv7 } from '../../core/domain/ids';
import { amountSpelled } from '../../core/domain/letters/amount-spelled';
import { REQUIRED_VARIABLES } from '../../core/domain/letters/letter-template';
import { isLetterLanguage, LETTER_LANGUAGES, type LetterLanguage } from '../../core/domain/letters/letter-words';
import { STANDING, standardBody } from '../../core/domain/letters/settlement-letter';
import { GRACE_DAYS } from '../../core/domain/settlements/plan';
import { postPayment } from '../../server/modules/loans';
import { judgePart } from '../../server/modules/settlements/judge';
import { engines, type TestDatabase } from '../support/databases';
import { qrOf, readPdf } from '../support/pdf-reader';
import { startServer, type TestServer } from '../support/server';
import { as, createTenantWorld, type TenantWorld, type TestLoan, type Who } from '../support/world';

const ZONE = 'Asia/Kolkata';
const today = () => dayOf(new Date(), ZONE);
const DUES = 1_00_000_00;
const WAIVED = 40_000_00;
const FACTS: LetterFacts = {
  address: '12 MG Road, Pune 411001',
  paymentAccount: 'A/c 1234567890, SAHY0000001',
  grievanceContact: '1800 123 4567',
  signatory: 'R. Joshi, Authorised signatory',
};
const hasPdfToText = spawnSync('pdftotext', ['-v']).error === undefined;
type Kind = 'SR' | 'AL' | 'NL';
const bodyOf = (kind: Kind, more = '') =>
  `${more}${REQUIRED_VARIABLES[kind].map((name) => `{{${name}}}`).join('\n\n')}`;

describe.each(engines)('letters of settlements on $name', ({ fresh }) => {
  let held: TestDatabase;
  let server: TestServer;
  let world: TenantWorld;
  const templates = new Map<string, string>();
  beforeAll(async () => {
    held = await fresh();
    server = await startServer(held.db);
    world = await createTenantWorld(held.db);
    await world.run(async (tx) => {
      await tx.query(
        `insert into settlement_matrix (tenant_id, portfolio_id, position, bucket, min_age, max_age, max_waiver_percent, max_instalments, approver)
         select tenant_id, id, 1, 'any', 0, 9999, 90, 9, 'CRM_MANAGER' from portfolios where tenant_id = $1`,
        [world.tenantId],
      );
      for (const [kind, language] of [
        ...LETTER_LANGUAGES.map((one) => ['SR', one] as const),
        ['AL', 'en'] as const,
        ['NL', 'hi'] as const,
        ['SR', 'ur'] as const,
      ]) {
        const id = uuidv7();
        templates.set(`${kind} ${language}`, id);
        await tx.query(
          `insert into letter_templates (tenant_id, id, portfolio_id, kind, name, language, body)
           select tenant_id, $2, id, $3, $3, $4, $5 from portfolios where tenant_id = $1 and name = 'Two wheelers'`,
          [
            world.tenantId,
            id,
            kind,
            language,
            isLetterLanguage(language) ? standardBody(kind, language) : bodyOf(kind),
          ],
        );
      }
      await tx.query('update portfolios set letter_facts = $2 where tenant_id = $1', [world.tenantId, FACTS]);
    });
  });
  afterAll(async () => {
    await server.close();
    await held.close();
  });

  const api = (who: Who) => as(server.origin, world.people[who]);
  async function send<T = Settlement>(who: Who, method: string, path: string, body?: unknown) {
    const response = await api(who).fetch(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, ...((await response.json()) as { message?: string; data: T }) };
  }
  const good = async <T = Settlement>(...asked: Parameters<typeof send>): Promise<T> => {
    const said = await send<T>(...asked);
    expect(said, JSON.stringify(said)).toMatchObject({ status: 200 });
    return said.data;
  };
  /** Approved by the manager and the client, in two instalments. */
  async function approved(loan: TestLoan): Promise<Settlement> {
    const offer = {
      dues: { principal: DUES, interest: 0, penal: 0, charges: 0 },
      waiver: { principal: WAIVED, interest: 0, penal: 0, charges: 0 },
      instalments: [10, 40].map((days) => ({ dueOn: addDays(today(), days), amount: (DUES - WAIVED) / 2 })),
      validTill: addDays(today(), 5),
    };
    const id = uuidv7();
    await good('caller', 'POST', '/api/v2/settlement', { id, loanId: loan.id, offer, hardship: 'Crop failed' });
    const step = (who: Who, stage: string) =>
      good(who, 'PUT', '/api/v2/settlement', { settlementId: id, data: { step: 'approve', stage, round: 1 } });
    await step('manager', 'manager');
    return step('clientAdmin', 'client');
  }
  const newLoan = () => world.addLoan({ posPaise: DUES, held: { collector: 'caller', field_agent: 'agent' } });
  const draw = (settlementId: string, template: string, who: Who = 'nationalManager') =>
    send(who, 'POST', '/api/v2/settlement/letters', { settlementId, templateId: templates.get(template) });
  const drawn = async (settlementId: string, template: string) => {
    const said = await draw(settlementId, template);
    expect(said, JSON.stringify(said)).toMatchObject({ status: 200 });
    const letter = said.data.letters.at(-1);
    if (!letter) throw new Error('It was not drawn');
    return letter;
  };
  const out = (settlementId: string, letterId: string) =>
    send('nationalManager', 'PUT', '/api/v2/settlement/letters', { settlementId, letterId });
  const pdfOf = async (who: Who, id: string, letterId: string) => {
    const answer = await api(who).fetch(`/api/v1/settlement/downloadLetter?id=${id}&letterId=${letterId}`);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const addressIn = (bytes: Buffer) => {
    const code = readPdf(bytes).map(qrOf).find(Boolean);
    if (!code) throw new Error('There is no code in the letter');
    return new URL(code).pathname;
  };
  const page = async (path: string, file?: Buffer) => {
    const form = new FormData();
    if (file) form.set('letter', new Blob([new Uint8Array(file)]), 'letter.pdf');
    const answer = await fetch(server.origin + path, file ? { method: 'POST', body: form } : {});
    return { status: answer.status, text: await answer.text() };
  };
  const judge = (day = today()) => world.run((tx) => judgePart(tx, day, new Date()));
  const pay = (loan: TestLoan, amountPaise: number) =>
    world.run((tx) =>
      postPayment(
        tx,
        { loanId: loan.id, amountPaise, mode: 'upi', reference: uuidv7(), paidAt: new Date() },
        ZONE,
        new Date(),
      ),
    );

  it.each(LETTER_LANGUAGES)('a letter says all of the settlement in %s', async (language: LetterLanguage) => {
    const loan = await newLoan();
    const one = await approved(loan);
    const letter = await drawn(one.id, `SR ${language}`);
    expect(letter).toMatchObject({ kind: 'SR', number: `${one.number}/SR1`, language, day: today(), state: 'draft' });
    const { bytes } = await pdfOf('nationalManager', one.id, letter.id);
    const said = readPdf(bytes)
      .flatMap(({ lines }) => lines)
      .join(' ');
    const { titles, heads, clauses } = STANDING[language];
    for (const part of [
      'Sahyadri Bank',
      FACTS.address,
      FACTS.paymentAccount,
      FACTS.grievanceContact,
      FACTS.signatory,
      `${one.number}/SR1`,
      formatDay(today()),
      one.borrower,
      loan.number,
      '₹1,00,000',
      '₹60,000',
      '₹40,000',
      '₹30,000',
      formatDay(addDays(today(), 10)),
      formatDay(addDays(today(), 40)),
      amountSpelled(DUES - WAIVED, language),
      titles.SR,
      heads.principal,
      heads.total,
      ...Object.values(clauses),
    ])
      expect(said).toContain(part);
    expect(said).not.toContain('{{');
  });

  it.skipIf(!hasPdfToText)('its text can be taken out by others (needs pdftotext)', async () => {
    const one = await approved(await newLoan());
    const folder = await mkdtemp(join(tmpdir(), 'recoup-letter-'));
    for (const language of LETTER_LANGUAGES) {
      const { bytes } = await pdfOf('nationalManager', one.id, (await drawn(one.id, `SR ${language}`)).id);
      writeFileSync(join(folder, 'letter.pdf'), bytes);
      const text = execFileSync('pdftotext', ['-enc', 'UTF-8', join(folder, 'letter.pdf'), '-'])
        .toString()
        .replace(/\s+/g, ' ');
      expect(text, language).toContain(amountSpelled(DUES - WAIVED, language));
      expect(text, language).toContain(STANDING[language].clauses.bureau_clause);
    }
  });

  it('is replaced until it is sent; then it is the letter, and its page confirms it and nothing else', async () => {
    const loan = await newLoan();
    const one = await approved(loan);
    const first = await drawn(one.id, 'SR en');
    const firstPath = addressIn((await pdfOf('nationalManager', one.id, first.id)).bytes);
    expect((await page(firstPath)).text).toContain('Not issued');
    const letter = await drawn(one.id, 'SR ta');
    expect([(await page(firstPath)).status, letter.number]).toEqual([404, first.number]);
    // Whoever may not send letters does not see one that was not sent.
    expect((await good('caller', 'GET', `/api/v2/settlement/${one.id}`)).letters).toEqual([]);
    expect((await pdfOf('caller', one.id, letter.id)).status).toBe(404);

    const sent = await out(one.id, letter.id);
    expect(sent).toMatchObject({ status: 200, data: { stage: 'letter-out', letter: true } });
    expect((await out(one.id, letter.id)).data.history).toHaveLength(sent.data.history.length);
    const { bytes } = await pdfOf('caller', one.id, letter.id);
    const usual = await api('caller').fetch(`/api/v1/settlement/downloadLetter?id=${one.id}`);
    expect(bytes.equals(Buffer.from(await usual.arrayBuffer()))).toBe(true);

    const path = addressIn(bytes);
    const { text } = await page(path);
    for (const part of [letter.number, formatDay(today()), '₹60,000', 'Valid']) expect(text).toContain(part);
    // From here the borrower comes to the page of their own offer.
    const [, offer = ''] = /href="[^"]*(\/offers\/\w{43})"/.exec(text) ?? [];
    expect(await page(offer)).toMatchObject({ status: 200, text: expect.stringContaining('मुझे कोड भेजें') });
    for (const secret of [one.borrower, loan.number, loan.id, 'Sahyadri', 'Two wheelers', '₹1,00,000', '₹40,000'])
      expect(text).not.toContain(secret);

    expect((await page(path, bytes)).text).toContain('byte by byte');
    const changed = Buffer.from(bytes);
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
    expect((await page(path, changed)).text).toContain('something in it was changed');

    const entries = await world.run((tx) =>
      tx.query<{ action: string; detail: unknown }>(
        "select action, detail from audit_log where tenant_id = $1 and subject_id = $2 and action like '%letter%' order by seq",
        [world.tenantId, one.id],
      ),
    );
    expect(entries.slice(-4)).toMatchObject([
      { action: 'settlements.letter-drawn', detail: { before: { replaced: true }, after: { language: 'ta' } } },
      { action: 'settlements.send-letter', detail: { before: { stage: 'approved' }, after: { stage: 'letter-out' } } },
      { action: 'settlements.letter-downloaded', detail: { letter: letter.id } },
      { action: 'settlements.letter-downloaded' },
    ]);
  });

  it('a row that was changed behind the product’s back is no letter', async () => {
    const one = await approved(await newLoan());
    const letter = await drawn(one.id, 'SR en');
    const path = addressIn((await pdfOf('nationalManager', one.id, letter.id)).bytes);
    expect((await page(path)).status).toBe(200);
    await world.run((tx) =>
      tx.query('update settlement_letters set amount_paise = 100 where tenant_id = $1 and id = $2', [
        world.tenantId,
        letter.id,
      ]),
    );
    expect((await page(path)).status).toBe(404);
  });

  it('a letter whose settlement fell is no longer valid, and one that was paid is fulfilled', async () => {
    const [fallen, paid] = [await newLoan(), await newLoan()];
    const paths: string[] = [];
    const ids: string[] = [];
    for (const loan of [fallen, paid]) {
      const one = await approved(loan);
      const letter = await drawn(one.id, 'SR en');
      await out(one.id, letter.id);
      paths.push(addressIn((await pdfOf('caller', one.id, letter.id)).bytes));
      ids.push(one.id);
      await pay(loan, 30_000_00);
    }
    await judge();
    // While it is paid, its approval can be drawn and sent as well.
    const approval = await drawn(ids[1] ?? '', 'AL en');
    expect((await out(ids[1] ?? '', approval.id)).data).toMatchObject({ stage: 'running' });
    await pay(paid, 30_000_00);
    await judge(addDays(today(), 40 + GRACE_DAYS + 1));
    const over = await page(paths[0] ?? '');
    expect(over.text).toContain('No longer valid');
    expect(over.text).not.toContain('/offers/');
    expect((await page(paths[1] ?? '')).text).toContain('Fulfilled');

    const last = await drawn(ids[1] ?? '', 'NL hi');
    expect(await out(ids[1] ?? '', last.id)).toMatchObject({ data: { stage: 'no-dues', noDuesLetter: true } });
    const path = addressIn((await pdfOf('clientAdmin', ids[1] ?? '', last.id)).bytes);
    expect((await page(path)).text).toMatch(/No-dues letter[\s\S]*₹60,000[\s\S]*Valid/);
    await world.run((tx) => tx.query("update payments set status = 'reversed' where loan_id = $1", [paid.id]));
    await judge();
    expect((await page(path)).text).toContain('No longer valid');
    expect((await page(paths[1] ?? '')).text).toMatch(/<dd>Valid<\/dd>/);
  });

  it('says why it cannot be drawn', async () => {
    const one = await approved(await newLoan());
    expect(await draw(one.id, 'NL hi')).toMatchObject({ status: 409 });
    expect(await draw(one.id, 'SR ur')).toMatchObject({ status: 422, message: expect.stringContaining('language') });
    expect((await draw(one.id, 'SR en', 'rival')).status).toBe(403);
    expect((await draw(one.id, 'SR en', 'manager')).status).toBe(403);
    const template = templates.get('SR en') ?? '';
    const write = (body: string) =>
      world.run((tx) => tx.query('update letter_templates set body = $2 where id = $1', [template, body]));
    await write(bodyOf('SR').replace('{{lapse_clause}}', ''));
    expect(await draw(one.id, 'SR en')).toMatchObject({
      status: 422,
      message: 'The letter must hold {{lapse_clause}} (Clause: when it lapses).',
    });
    await write(bodyOf('SR', '{{gst}}'));
    expect(await draw(one.id, 'SR en')).toMatchObject({ status: 422, message: expect.stringContaining('gst') });
    await write(bodyOf('SR'));
    const choices = async () =>
      good<{ templates: { kind: string }[]; factsOf: string | null }>(
        'nationalManager',
        'GET',
        `/api/v2/settlement/letters?id=${one.id}`,
      );
    expect((await choices()).templates.map(({ kind }) => kind).sort()).toEqual(['AL', ...Array(9).fill('SR')]);
    await world.run((tx) =>
      tx.query('update portfolios set letter_facts = null where tenant_id = $1', [world.tenantId]),
    );
    expect((await choices()).factsOf).toMatch(/^[0-9a-f-]{36}$/);
    expect(await draw(one.id, 'SR en')).toMatchObject({ status: 422, message: expect.stringContaining('who signs') });
    await world.run((tx) =>
      tx.query('update portfolios set letter_facts = $2 where tenant_id = $1', [world.tenantId, FACTS]),
    );
  });

  it('whoever guesses learns nothing, and is stopped', async () => {
    const slow = await startServer(held.db);
    try {
      const guess = (token: string) => fetch(`${slow.origin}/letters/${token}`);
      const answers = new Set<string>();
      for (const token of ['x', 'A'.repeat(43), '0'.repeat(43), 'z'.repeat(43)]) {
        const answer = await guess(token);
        answers.add(`${answer.status} ${await answer.text()}`);
      }
      expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
      const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await guess('B'.repeat(43))).status));
      expect(statuses.filter((status) => status === 429)).toHaveLength(14);
    } finally {
      await slow.close();
    }
  });
});
