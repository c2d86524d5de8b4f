/** Saving and reading the second to fourth tab, and letters. */
import type { RequestOf } from '../../../core/contract/kit';
import type { createLetter, Letter, LetterFacts } from '../../../core/contract/portfolio-letters';
import type { ForeclosureTab, ScriptTab } from '../../../core/contract/portfolio-tabs';
import { type LetterKind, letterProblems, sampleLetter } from '../../../core/domain/letters/letter-template';
import type { PortfolioTab } from '../../../core/domain/portfolio-rules';
import { appendAudit } from '../../db/audit';
import type { Tx } from '../../db/database';
import { type Actor, ApiError } from '../../http/implement';
import type { Deps } from '../../platform/deps';
import {
  deleteLetter,
  findLetter,
  insertLetter,
  letterFactsOf,
  lettersOf,
  nameOfLetterTaken,
  setLetterFacts,
  updateLetter,
} from './letters';
import { type FoundPortfolio, findPortfolio } from './repository';
import {
  foreignRows,
  readForeclosure,
  readScript,
  stepTab,
  tabStates,
  unknownCodes,
  writeForeclosure,
  writeScript,
} from './tabs';

type LetterBody = Omit<RequestOf<typeof createLetter>['body'], 'id'>;

export function tabService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const scopeOf = ({ tenantId, userId }: Actor) => ({ tenantId, userId });

  async function visible(tx: Tx, actor: Actor, id: string): Promise<FoundPortfolio> {
    const found = await findPortfolio(tx, actor, id);
    if (!found) throw new ApiError('not-found');
    return found;
  }
  async function editable(tx: Tx, actor: Actor, id: string): Promise<FoundPortfolio> {
    const found = await visible(tx, actor, id);
    if (!found.mayEdit) throw new ApiError('forbidden');
    return found;
  }

  /** Reads what a tab holds beside how it stands. */
  const read = <T>(actor: Actor, id: string, tab: PortfolioTab, content: (tx: Tx) => Promise<T>) =>
    db.transaction(scopeOf(actor), async (tx) => {
      const { mayEdit } = await visible(tx, actor, id);
      return { ...(await content(tx)), ...(await tabStates(tx, id))[tab], mayEdit };
    });

  /** Writes a tab in one transaction with its version and the audit entry. */
  const save = <T extends object>(
    actor: Actor,
    id: string,
    tab: PortfolioTab,
    version: number | undefined,
    work: { check?: (tx: Tx) => Promise<void>; content: (tx: Tx) => Promise<T>; write: (tx: Tx) => Promise<void> },
  ) =>
    db.transaction(scopeOf(actor), async (tx) => {
      const now = clock.now();
      await editable(tx, actor, id);
      if (!(await stepTab(tx, id, tab, version, actor.userId, now))) throw new ApiError('conflict');
      await work.check?.(tx);
      const before = await work.content(tx);
      await work.write(tx);
      const after = await work.content(tx);
      await appendAudit(
        tx,
        [
          {
            action: `portfolios.${tab}-saved`,
            subject: 'portfolio',
            subjectId: id,
            actorId: actor.userId,
            detail: { before, after },
          },
        ],
        now,
      );
      return { ...after, ...(await tabStates(tx, id))[tab], mayEdit: true };
    });

  function refuseWrongLetter(kind: LetterKind, body: string): void {
    const problems = letterProblems(kind, body);
    if (problems.length > 0)
      throw new ApiError('invalid', { fields: problems.map(({ message }) => ({ path: 'body', message })) });
  }

  async function audit(
    tx: Tx,
    actor: Actor,
    action: string,
    letterId: string,
    before: unknown,
    after: unknown,
    now: Date,
  ) {
    await appendAudit(
      tx,
      [{ action, subject: 'letter-template', subjectId: letterId, actorId: actor.userId, detail: { before, after } }],
      now,
    );
  }

  const letterName = { path: 'name', message: 'This portfolio has such a letter with this name already.' };

  return {
    read,
    save,
    visible,

    script: (actor: Actor, id: string) => read(actor, id, 'script', (tx) => readScript(tx, id)),
    saveScript: (actor: Actor, id: string, version: number, tab: ScriptTab) =>
      save(actor, id, 'script', version, {
        async check(tx) {
          const unknown = await unknownCodes(tx, tab.dispositionCodes);
          if (unknown.length > 0)
            throw new ApiError('invalid', {
              fields: [{ path: 'dispositionCodes', message: `There is no disposition code ${unknown.join(', ')}.` }],
            });
          const ids = [...tab.scripts, ...tab.templates].map((row) => row.id);
          if (new Set(ids).size < ids.length || (await foreignRows(tx, id, ids)))
            throw new ApiError('invalid', { fields: [{ path: 'scripts', message: 'An id is in use already.' }] });
        },
        content: (tx) => readScript(tx, id),
        write: (tx) => writeScript(tx, id, tab),
      }),

    foreclosure: (actor: Actor, id: string) => read(actor, id, 'foreclosure', (tx) => readForeclosure(tx, id)),
    saveForeclosure: (actor: Actor, id: string, version: number, tab: ForeclosureTab) =>
      save(actor, id, 'foreclosure', version, {
        content: (tx) => readForeclosure(tx, id),
        write: (tx) => writeForeclosure(tx, id, tab),
      }),

    letters: (actor: Actor, id: string, kind: LetterKind | undefined) =>
      db.transaction(scopeOf(actor), async (tx) => {
        await visible(tx, actor, id);
        return { letters: await lettersOf(tx, id, kind), facts: await letterFactsOf(tx, id) };
      }),
    saveLetterFacts: (actor: Actor, id: string, facts: LetterFacts) =>
      db.transaction(scopeOf(actor), async (tx) => {
        await editable(tx, actor, id);
        const before = await letterFactsOf(tx, id);
        await setLetterFacts(tx, id, facts);
        await appendAudit(
          tx,
          [
            {
              action: 'portfolios.letter-facts-set',
              subject: 'portfolio',
              subjectId: id,
              actorId: actor.userId,
              detail: { before, after: facts },
            },
          ],
          clock.now(),
        );
        return facts;
      }),
    letter: (actor: Actor, id: string, letterId: string) =>
      db.transaction(scopeOf(actor), async (tx) => {
        await visible(tx, actor, id);
        const letter = await findLetter(tx, id, letterId);
        if (!letter) throw new ApiError('not-found');
        return letter;
      }),
    createLetter: (actor: Actor, id: string, letterId: string, letter: LetterBody): Promise<Letter> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await editable(tx, actor, id);
        refuseWrongLetter(letter.kind, letter.body);
        const there = await findLetter(tx, id, letterId);
        // A repeat whose answer was lost.
        if (there) return there;
        if (await nameOfLetterTaken(tx, id, letter, letterId)) throw new ApiError('invalid', { fields: [letterName] });
        if (!(await insertLetter(tx, id, letterId, letter, actor.userId, now)))
          throw new ApiError('key-conflict', { message: 'This id is in use.' });
        await audit(tx, actor, 'portfolios.letter-created', letterId, null, letter, now);
        const made = await findLetter(tx, id, letterId);
        if (!made) throw new ApiError('not-found');
        return made;
      }),
    editLetter: (actor: Actor, id: string, letterId: string, version: number, letter: LetterBody): Promise<Letter> =>
      db.transaction(scopeOf(actor), async (tx) => {
        const now = clock.now();
        await editable(tx, actor, id);
        const before = await findLetter(tx, id, letterId);
        if (!before) throw new ApiError('not-found');
        refuseWrongLetter(letter.kind, letter.body);
        if (await nameOfLetterTaken(tx, id, letter, letterId)) throw new ApiError('invalid', { fields: [letterName] });
        if (!(await updateLetter(tx, letterId, version, letter, actor.userId, now))) throw new ApiError('conflict');
        await audit(tx, actor, 'portfolios.letter-changed', letterId, before, letter, now);
        const after = await findLetter(tx, id, letterId);
        if (!after) throw new ApiError('not-found');
        return after;
      }),
    deleteLetter: (actor: Actor, id: string, letterId: string) =>
      db.transaction(scopeOf(actor), async (tx) => {
        await editable(tx, actor, id);
        const before = await findLetter(tx, id, letterId);
        if (!before) return;
        await deleteLetter(tx, id, letterId);
        await audit(tx, actor, 'portfolios.letter-deleted', letterId, before, null, clock.now());
      }),
    validateLetter: (kind: LetterKind, body: string) => ({
      problems: letterProblems(kind, body).map(({ message }) => message),
      preview: sampleLetter(body),
    }),
  };
}
export type TabService = ReturnType<typeof tabService>;
