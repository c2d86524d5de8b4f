/** Letters that the product draws: drawn from a template, looked at, sent as the uploaded ones are, and confirmed to whoever holds one. */
import { createHash } from 'node:crypto';
import type { Settlement } from '../../../core/contract/settlements';
import type { Day } from '../../../core/domain/dates';
import { uuidv7 } from '../../../core/domain/ids';
import { isLetterLanguage } from '../../../core/domain/letters/letter-words';
import { lettersAt } from '../../../core/domain/settlements/letters';
import { isOfferOpen } from '../../../core/domain/settlements/steps';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError, type Handlers, PageReply } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import { newToken, tenantOfToken } from '../../platform/public-names';
import { perMinute } from '../../platform/rate';
import { keepBytes, nameDocument } from '../documents';
import { findLetter, letterFactsOf, lettersOf } from '../portfolios';
import { drawPdf, isSettlementKind, isSignedLetter, letterAmount, signLetter } from './drawing';
import { type FileCheck, letterPage, noLetterPage } from './letter-page';
import { drawnLetters, insertDrawn, letterByToken, letterNumber, letterSubject, markSent } from './letters';
import type { Moment } from './moment';
import { urlOfOffer } from './offer-links';
import { stateOf } from './present';
import { type ListedRecord, listedSettlement, loanForOffer, offersOf, setLetter } from './repository';
import { insistOnSettlement, shown, takeStep } from './service';

/** A minute and address. */
const PAGES_PER_MINUTE = 30;
const PDF = { kinds: ['application/pdf'], words: 'Not a PDF' };

type LetterHandlers = Pick<
  Handlers,
  `settlements.${'letterChoices' | 'drawLetter' | 'sendLetter' | 'letterPage' | 'checkLetter'}`
>;
export type LetterDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'keys'>;
export type Within = <T>(actor: Actor, work: (tx: Tx, moment: Moment) => Promise<T>) => Promise<T>;

/** Those of its portfolio that fit the stage it stands at. */
export async function templatesOf(tx: Tx, { stage, portfolio_id: portfolioId }: ListedRecord) {
  const kinds = lettersAt(stage);
  return (await lettersOf(tx, portfolioId, undefined)).flatMap(({ id, kind, name, language }) =>
    isSettlementKind(kind) && kinds.includes(kind) && isLetterLanguage(language) ? [{ id, kind, name, language }] : [],
  );
}

const MOVED = 'This settlement has moved on. Look at it again.';

export async function recordFor(tx: Tx, actor: Actor, id: string, today: Day, lock = false) {
  const { loanId, on } = await insistOnSettlement(tx, actor, id, today);
  if (lock) await loanForOffer(tx, loanId, true);
  const record = await listedSettlement(tx, id);
  if (!record) throw new ApiError('not-found');
  return { record, on };
}

/** Throws `conflict` where the settlement has moved on, `invalid` where something is missing for its letter. */
export async function draw(
  { clock, storage, keys }: LetterDeps,
  within: Within,
  actor: Actor,
  id: string,
  templateId: string,
): Promise<Settlement> {
  const token = newToken(actor.tenantId);
  const asked = await within(actor, async (tx, { today, zone, origin }) => {
    const { record } = await recordFor(tx, actor, id, today);
    const template = await findLetter(tx, record.portfolio_id, templateId);
    if (!template || !isSettlementKind(template.kind)) throw new ApiError('not-found');
    const { kind } = template;
    if (!lettersAt(record.stage).includes(kind)) throw new ApiError('conflict', { message: MOVED });
    const facts = await letterFactsOf(tx, record.portfolio_id);
    if (!facts) {
      const message = 'This portfolio does not say yet who signs its letters and where to pay.';
      throw new ApiError('invalid', { message, fields: [{ path: 'settlementId', message }] });
    }
    const offer = (await offersOf(tx, id)).find(({ round }) => round === record.round);
    if (!offer) throw new ApiError('not-found');
    const number = await letterNumber(tx, id, record.number, kind);
    const subject = await letterSubject(tx, id);
    const verifyUrl = `${origin}/letters/${token}`;
    return { kind, template, facts, record, offer, subject, number, day: today, zone, verifyUrl };
  });
  const { kind, number, day, template, record } = asked;
  const bytes = await drawPdf(asked);
  const name = `${number.replaceAll('/', '-')}.pdf`;
  const kept = await keepBytes(storage, actor, { bytes, name, field: 'templateId' }, clock.now(), PDF);
  const sealed = { token, number, day, amount_paise: letterAmount(kind, record), sha256: kept.sha256 };
  const signature = await signLetter(keys, sealed);
  const { settlement, replaced } = await within(actor, async (tx, { now, today }) => {
    const { record: still, on } = await recordFor(tx, actor, id, today, true);
    const same = still.stage === record.stage && still.round === record.round && still.paid_paise === record.paid_paise;
    if (!same || number !== (await letterNumber(tx, id, still.number, kind)))
      throw new ApiError('conflict', { message: MOVED });
    await nameDocument(tx, actor, kept, null, now);
    const letterId = uuidv7(now.getTime());
    const { language } = template;
    if (!isLetterLanguage(language)) throw new Error('A letter was drawn in a language without letters');
    const letter = { id: letterId, settlement_id: id, kind, language, round: still.round, document_id: kept.id };
    const old = await insertDrawn(tx, { ...letter, ...sealed, signature }, actor.userId, now);
    const detail = { loanId: still.loan_id, kind, number, language, template: template.id, sha256: kept.sha256 };
    await appendAudit(
      tx,
      [
        {
          action: 'settlements.letter-drawn',
          subject: 'settlement',
          subjectId: id,
          actorId: actor.userId,
          detail: { before: { replaced: old !== null }, after: detail },
        },
      ],
      now,
    );
    return { settlement: await shown(tx, actor, id, today, on), replaced: old };
  }).catch(async (error: unknown) => {
    // Of any other failure it is not known whether the row came to be.
    if (error instanceof ApiError) await storage.remove(kept.storageKey);
    throw error;
  });
  if (replaced) await storage.remove(replaced);
  return settlement;
}

async function send(tx: Tx, actor: Actor, id: string, letterId: string, remarks: string, moment: Moment) {
  const { record, on } = await recordFor(tx, actor, id, moment.today, true);
  const letter = (await drawnLetters(tx, id)).find((one) => one.id === letterId);
  if (!letter) throw new ApiError('not-found');
  if (letter.sent_at) return shown(tx, actor, id, moment.today, on);
  const { kind } = letter;
  const same = letter.round === record.round && letter.amount_paise === letterAmount(kind, record);
  if (!lettersAt(record.stage).includes(kind) || !same) throw new ApiError('conflict', { message: MOVED });
  await markSent(tx, letterId, moment.now);
  const step = { approved: 'send-letter', completed: 'confirm-no-dues' } as const;
  if (record.stage === 'approved' || record.stage === 'completed') {
    await setLetter(tx, id, kind === 'NL' ? 'no_dues_letter_id' : 'letter_id', letter.document_id);
    return takeStep(tx, actor, id, { step: step[record.stage], remarks, letter: true }, moment);
  }
  await appendAudit(
    tx,
    [
      {
        action: 'settlements.letter-sent',
        subject: 'settlement',
        subjectId: id,
        actorId: actor.userId,
        detail: {
          loanId: record.loan_id,
          before: { sent: false },
          after: { sent: true, kind, number: letter.number },
        },
      },
    ],
    moment.now,
  );
  return shown(tx, actor, id, moment.today, on);
}

export function letterHandlers(deps: LetterDeps, within: Within): LetterHandlers {
  const { db, clock, keys } = deps;
  const mayOpen = perMinute(PAGES_PER_MINUTE, clock);

  /** Of a letter that is there and whose row is as it was signed; whatever else, it is answered as no letter. */
  async function page(ip: string, token: string, file?: Buffer | null): Promise<PageReply> {
    if (!mayOpen(ip)) return new PageReply(noLetterPage('busy'), 429);
    const tenantId = tenantOfToken(token);
    const found = tenantId && (await db.transaction({ tenantId }, (tx) => letterByToken(tx, token)));
    if (!found || !(await isSignedLetter(keys, found.letter))) return new PageReply(noLetterPage('unknown'), 404);
    const { letter, settlement } = found;
    const hashed = file && createHash('sha256').update(file).digest('hex');
    const check: FileCheck | undefined =
      file === undefined ? undefined : !hashed ? 'none' : hashed === letter.sha256 ? 'same' : 'other';
    const state = stateOf(letter, settlement);
    const answered = letter.kind !== 'NL' && state === 'valid' && isOfferOpen(settlement.stage);
    const offerUrl = answered && (await db.transaction({ tenantId }, (tx) => urlOfOffer(tx, letter.settlement_id)));
    return new PageReply(letterPage(letter, state, check, offerUrl || undefined));
  }

  return {
    'settlements.letterChoices': async ({ actor, query }) => ({
      success: true,
      data: await within(actor, async (tx, { today }) => {
        const id = query.id.toLowerCase();
        const { record } = await recordFor(tx, actor, id, today);
        const templates = await templatesOf(tx, record);
        const { language } = await letterSubject(tx, id);
        const facts = await letterFactsOf(tx, record.portfolio_id);
        return { templates, language, factsOf: facts ? null : record.portfolio_id };
      }),
    }),

    'settlements.drawLetter': async ({ actor, body }) => ({
      success: true,
      data: await draw(deps, within, actor, body.settlementId.toLowerCase(), body.templateId.toLowerCase()),
    }),

    'settlements.sendLetter': async ({ actor, body }) => ({
      success: true,
      message: 'updated successfully',
      data: await within(actor, (tx, moment) =>
        send(tx, actor, body.settlementId.toLowerCase(), body.letterId.toLowerCase(), body.remarks, moment),
      ),
    }),

    'settlements.letterPage': ({ params, ip }) => page(ip, params.token),
    'settlements.checkLetter': ({ params, ip, files }) => page(ip, params.token, files[0]?.bytes ?? null),
  };
}
