/** The borrower's own page of their offer (domain 3 point 9): who speaks with them, what is offered, and their word on it. */
import * as z from 'zod/mini';
import { LETTER_LANGUAGES } from '../domain/letters/letter-words';
import { WISH_HOURS, WISH_PLACES } from '../domain/settlements/borrower-wishes';
import { defineEndpoint } from './kit';

const token = z.object({ token: z.string().check(z.maxLength(100)) });

export const offerPage = defineEndpoint({
  id: 'settlements.offerPage',
  method: 'GET',
  service: 'root',
  path: '/offers/{token}',
  summary: "The borrower's page of an offer whose letter is out: nothing on it before a code was entered; HTML",
  access: { kind: 'public' },
  idempotency: 'safe',
  params: token,
  response: z.string(),
});

/** Each field of the page's forms is JSON, as in every form; no wish is `null`. */
const hour = z.optional(z.nullable(z.enum(WISH_HOURS)));

export const answerOffer = defineEndpoint({
  id: 'settlements.answerOffer',
  method: 'POST',
  service: 'root',
  path: '/offers/{token}',
  summary:
    'What a borrower does on that page: asks for a code by message, enters it, accepts the offer, says when, where and in which language they are spoken with; HTML',
  access: { kind: 'public' },
  idempotency: 'none',
  params: token,
  bodyKind: 'multipart',
  bodyLimit: 16_384,
  body: z.strictObject({
    do: z.enum(['see', 'code', 'open', 'accept', 'ask']),
    lang: z.optional(z.enum(LETTER_LANGUAGES)),
    code: z.optional(z.int().check(z.gte(0), z.lte(999_999))),
    /** What entering the code has given; for a quarter of an hour. */
    grant: z.optional(z.string().check(z.maxLength(100))),
    from: hour,
    to: hour,
    notAt: z.optional(z.nullable(z.enum(WISH_PLACES))),
    language: z.optional(z.nullable(z.enum(LETTER_LANGUAGES))),
  }),
  response: z.string(),
});
