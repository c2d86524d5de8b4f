/** The borrower's own page of an offer: a code by message opens it, and what they do there is a step of the settlement. */
import { isLetterLanguage, type LetterLanguage } from '../../../core/domain/letters/letter-words';
import { type Asked, askedOf } from '../../../core/domain/settlements/borrower-wishes';
import { decideStep, isOfferOpen } from '../../../core/domain/settlements/steps';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Call, type Handlers, PageReply } from '../../http/implement';
import { createJobs, type Jobs } from '../../jobs';
import type { Deps } from '../../platform/deps';
import { tenantOfToken } from '../../platform/public-names';
import { perMinute } from '../../platform/rate';
import { ownWishes, setOwnWishes } from '../contact';
import { codeMessage } from '../messages';
import { letterFactsOf } from '../portfolios';
import { isOpen, tenantRules } from '../tenants';
import { type Moment, momentOf } from './moment';
import { SEND_CODE } from './offer-codes';
import {
  codeOf,
  enterCode,
  isGranted,
  newCode,
  type OfferLink,
  offerLinkOf,
  ownPhone,
  speakersOf,
} from './offer-links';
import { closedOfferPage, noOfferPage, type OfferShown, offerShownPage, type Told } from './offer-page';
import { stepQuestion } from './present';
import { insertStep, loanForOffer, lockSettlement, moveOn, offersOf } from './repository';
import { tell } from './service';

/** A minute and address. */
const PAGES_PER_MINUTE = 30;
/** Addresses that lead nowhere, codes that are wrong, forms that were sent before. */
const GUESSES_PER_MINUTE = 5;

type OfferHandlers = Pick<Handlers, `settlements.${'offerPage' | 'answerOffer'}`>;
type Form = Call<'settlements.answerOffer'>['body'];
type Answer = { page: string } | { guess: string } | { closed: string };

/** The borrower's word on the offer as it stands; false where it no longer stands so. */
async function takeAsBorrower(
  tx: Tx,
  { settlement_id: id, loan_id: loanId }: OfferLink,
  step: 'acknowledge' | 'ask',
  asked: Asked | undefined,
  { now, today }: Moment,
): Promise<boolean> {
  await loanForOffer(tx, loanId, true);
  const record = await lockSettlement(tx, id);
  if (!record) return false;
  const answer = decideStep({ ...stepQuestion(record, { userId: '', role: 'BORROWER' }), step, given: {} });
  if (!answer.allowed) return false;
  const { stage, round } = record;
  const by = { id: null, role: 'BORROWER' } as const;
  const taken = { step, from: stage, to: answer.to, round, by, asked, remarks: '' };
  const place =
    step === 'ask'
      ? await insertStep(tx, id, taken, now)
      : await moveOn(tx, id, { ...taken, ended: false, today }, now);
  await appendAudit(
    tx,
    [
      {
        action: `settlements.${step}`,
        subject: 'settlement',
        subjectId: id,
        actorId: null,
        detail: {
          loanId,
          round,
          by: 'borrower',
          before: { stage },
          after: { stage: answer.to, ...(asked && { asked }) },
        },
      },
    ],
    now,
  );
  await tell(tx, record, { to: answer.to, place, by: null }, now, today);
  return true;
}

/** A code that can be sent is on its way. */
async function askForCode(tx: Tx, { keys }: Deps, jobs: Jobs, tenantId: string, link: OfferLink, moment: Moment) {
  const { now, zone } = moment;
  const { settlement_id: settlementId, loan_id: loanId, language } = link;
  if (!(await ownPhone(tx, link.borrower_id))) return false;
  const id = await newCode(tx, settlementId, now);
  const message =
    id && (await codeMessage({ tx, zone, now }, { loanId, code: await codeOf(keys, id), languages: [language, 'en'] }));
  if (!message) return false;
  await jobs.enqueueIn(tx, SEND_CODE, { id }, { tenantId });
  await appendAudit(
    tx,
    [
      {
        action: 'settlements.code-asked',
        subject: 'settlement',
        subjectId: settlementId,
        actorId: null,
        detail: { loanId, channel: message.channel },
      },
    ],
    now,
  );
  return true;
}

async function shownOffer(
  tx: Tx,
  link: OfferLink,
  { language, grant, told }: Pick<OfferShown, 'language' | 'grant' | 'told'>,
  { today }: Moment,
): Promise<Answer> {
  const wishes = await ownWishes(tx, link.borrower_id);
  const timed = wishes.find(({ from }) => from !== null);
  const facts = await letterFactsOf(tx, link.portfolio_id);
  return {
    page: offerShownPage({
      language,
      grant,
      told,
      link,
      today,
      speakers: await speakersOf(tx, link.loan_id),
      instalments:
        (await offersOf(tx, link.settlement_id)).find(({ round }) => round === link.round)?.instalments ?? [],
      wishes: {
        from: timed?.from ?? null,
        to: timed?.to ?? null,
        notAt: wishes.find(({ place }) => place !== null)?.place ?? null,
        language: isLetterLanguage(link.language) ? link.language : null,
      },
      grievance: facts?.grievanceContact ?? null,
    }),
  };
}

const languageOf = ({ language }: OfferLink): LetterLanguage => (isLetterLanguage(language) ? language : 'en');

export function offerHandlers(deps: Deps, origin: string): OfferHandlers {
  const { db, clock, keys } = deps;
  const rulesOf = tenantRules(db);
  const jobs = createJobs(deps);
  const mayOpen = perMinute(PAGES_PER_MINUTE, clock);
  const mayGuess = perMinute(GUESSES_PER_MINUTE, clock);

  async function answer(tx: Tx, tenantId: string, link: OfferLink, form: Form, moment: Moment): Promise<Answer> {
    const { token } = link;
    const language = form.lang ?? languageOf(link);
    const { now } = moment;
    const closed = (told?: Told) => closedOfferPage(language, told);
    if (form.do === 'code')
      return { page: closed((await askForCode(tx, deps, jobs, tenantId, link, moment)) ? 'codeSent' : 'noCode') };
    if (form.do === 'open') {
      const grant = await enterCode(tx, keys, link.settlement_id, form.code ?? 0, now);
      return grant ? shownOffer(tx, link, { language, grant }, moment) : { guess: closed('wrongCode') };
    }
    const { grant } = form;
    if (!grant) return { page: closed() };
    if (!(await isGranted(tx, link.settlement_id, grant, now))) return { guess: closed('wrongCode') };
    if (form.do === 'see') return shownOffer(tx, link, { language, grant }, moment);
    const asked = form.do === 'ask' ? askedOf(form) : undefined;
    if (form.do === 'ask' && !asked) return shownOffer(tx, link, { language, grant }, moment);
    if (asked) {
      const { settlement_id: settlementId, loan_id: loanId } = link;
      // First: it locks all loans of the borrower, in the order in which records do.
      await setOwnWishes(tx, tenantId, { loanId, settlementId, asked }, now, moment.zone);
    }
    const taken = await takeAsBorrower(tx, link, asked ? 'ask' : 'acknowledge', asked, moment);
    const after = await offerLinkOf(tx, token, false);
    const told = asked ? 'saved' : taken ? 'accepted' : undefined;
    return shownOffer(tx, after ?? link, { language, grant, told }, moment);
  }

  async function page(ip: string, token: string, form: Form | null): Promise<PageReply> {
    const busy = new PageReply(noOfferPage('busy'), 429);
    if (!mayOpen(ip) || !mayGuess(ip, 0)) return busy;
    const tenantId = tenantOfToken(token);
    const rules = tenantId && (await rulesOf(tenantId).catch(() => undefined));
    const open = tenantId && rules && (await isOpen(db, tenantId));
    const said =
      tenantId &&
      rules &&
      (await db.transaction({ tenantId }, async (tx): Promise<Answer | undefined> => {
        const link = await offerLinkOf(tx, token, form !== null);
        if (!link) return undefined;
        const moment = momentOf(clock.now(), rules.zone, origin);
        const language = form?.lang ?? languageOf(link);
        if (!open || !link.client_active || !isOfferOpen(link.stage)) return { closed: noOfferPage(language) };
        return form ? answer(tx, tenantId, link, form, moment) : { page: closedOfferPage(language) };
      }));
    if (said && 'page' in said) return new PageReply(said.page);
    if (said && 'closed' in said) return new PageReply(said.closed, 410);
    // Whoever guesses is told the same of what is there and of what is not, once they have tried often.
    if (!mayGuess(ip)) return busy;
    return said ? new PageReply(said.guess) : new PageReply(noOfferPage('unknown'), 404);
  }

  return {
    'settlements.offerPage': ({ params, ip }) => page(ip, params.token, null),
    'settlements.answerOffer': ({ params, ip, body }) => page(ip, params.token, body),
  };
}
