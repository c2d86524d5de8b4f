/** Settlement (SR) and foreclosure (FR) letter templates of a portfolio. One that holds an unknown variable is not saved. */
import * as z from 'zod/mini';
import { LANGUAGE_CODES } from '../domain/languages';
import { LETTER_KINDS } from '../domain/letters/letter-template';
import { defineEndpoint } from './kit';
import { onePortfolio, portfolioEditors, portfolioReaders } from './portfolios';
import { id, instant, shortText, version } from './scalars';

const letterShape = {
  kind: z.enum(LETTER_KINDS),
  name: shortText.check(z.minLength(1, 'This Field Is Required')),
  language: z.enum(LANGUAGE_CODES),
  body: z.string().check(z.trim(), z.minLength(1, 'This Field Is Required'), z.maxLength(20_000)),
};
export const letterSchema = z.object({
  id,
  ...letterShape,
  version,
  savedAt: instant,
  savedBy: z.nullable(z.string()),
});
export type Letter = z.infer<typeof letterSchema>;

/** What every letter of a portfolio says of its lender. */
const fact = z.string().check(z.trim(), z.minLength(1, 'This Field Is Required'), z.maxLength(300));
export const letterFactsSchema = z.strictObject({
  address: fact,
  paymentAccount: fact,
  grievanceContact: fact,
  signatory: fact,
});
export type LetterFacts = z.infer<typeof letterFactsSchema>;

const one = z.object({ success: z.literal(true), data: letterSchema });
const oneLetter = z.object({ id, letterId: id });

export const listLetters = defineEndpoint({
  id: 'portfolios.letters',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/letters',
  summary: 'Letter templates of a portfolio, and what all of its letters say of the lender',
  access: portfolioReaders,
  idempotency: 'safe',
  params: onePortfolio,
  query: z.strictObject({ kind: z.optional(z.enum(LETTER_KINDS)) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ letters: z.array(letterSchema), facts: z.nullable(letterFactsSchema) }),
  }),
});

export const saveLetterFacts = defineEndpoint({
  id: 'portfolios.saveLetterFacts',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/letter-facts',
  summary:
    "Set what all letters of a portfolio say: the lender's address, the account for payments, the grievance contact, the signatory",
  access: portfolioEditors,
  idempotency: 'natural',
  params: onePortfolio,
  body: letterFactsSchema,
  response: z.object({ success: z.literal(true), data: letterFactsSchema }),
});

export const getLetter = defineEndpoint({
  id: 'portfolios.letter',
  method: 'GET',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/letters/{letterId}',
  summary: 'One letter template',
  access: portfolioReaders,
  idempotency: 'safe',
  params: oneLetter,
  response: one,
});

export const createLetter = defineEndpoint({
  id: 'portfolios.createLetter',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/letters',
  summary: 'A new letter template; its id comes from the caller, so that a repeat makes no second one',
  access: portfolioEditors,
  idempotency: 'natural',
  params: onePortfolio,
  body: z.strictObject({ id, ...letterShape }),
  response: one,
});

export const editLetter = defineEndpoint({
  id: 'portfolios.editLetter',
  method: 'PUT',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/letters/{letterId}',
  summary: 'Change a letter template',
  access: portfolioEditors,
  idempotency: 'natural',
  params: oneLetter,
  body: z.strictObject({ version, ...letterShape }),
  response: one,
});

export const deleteLetter = defineEndpoint({
  id: 'portfolios.deleteLetter',
  method: 'DELETE',
  service: 'crm',
  path: '/api/v2/portfolios/{id}/letters/{letterId}',
  summary: 'Delete a letter template; deleting one that is gone is answered the same',
  access: portfolioEditors,
  idempotency: 'natural',
  params: oneLetter,
  response: z.object({ success: z.literal(true) }),
});

export const validateLetter = defineEndpoint({
  id: 'portfolios.validateLetter',
  method: 'POST',
  service: 'crm',
  path: '/api/v2/portfolios/letters/validate',
  summary: 'What is wrong with a letter template, and how it reads with a made-up loan',
  access: portfolioEditors,
  idempotency: 'natural',
  body: z.strictObject({ kind: letterShape.kind, body: letterShape.body }),
  response: z.object({
    success: z.literal(true),
    data: z.object({ problems: z.array(z.string()), preview: z.string() }),
  }),
});
