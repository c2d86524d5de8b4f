/** A sorting rule on the wire (core/domain/work-order.ts). Apart from the endpoints, because phones read it with the codes. */
import * as z from 'zod/mini';
import { MAX_PAISE } from '../domain/money';
import { ORDER_FACTS, ORDER_KEYS, ORDER_LISTED, ORDER_NUMBERS, ORDER_WORK } from '../domain/work-order';
import { id, shortText } from './first-scalars';

/** A promise that is overdue is due in less than no days. */
const bound = z.nullable(z.int().check(z.gte(-10_000), z.lte(MAX_PAISE)));
const term = z.union([
  z.strictObject({
    field: z.enum(ORDER_LISTED),
    values: z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.minLength(1), z.maxLength(200)),
    not: z.boolean(),
  }),
  z.strictObject({ field: z.enum(ORDER_NUMBERS), from: bound, to: bound, not: z.boolean() }),
  z.strictObject({ field: z.enum(ORDER_FACTS), not: z.boolean() }),
]);
export const sortingRule = z.strictObject({
  id,
  name: shortText.check(z.minLength(1, 'Give the rule a name')),
  active: z.boolean(),
  work: z.enum(ORDER_WORK),
  condition: z.array(z.array(term).check(z.maxLength(20))).check(z.maxLength(10)),
  by: z.array(z.strictObject({ key: z.enum(ORDER_KEYS), dir: z.enum(['asc', 'desc']) })).check(z.maxLength(3)),
});
/** As it travels with the codes: of rules in a form that a phone does not know, it keeps the version alone and its own order. */
export const workOrder = z.object({ version: z.int(), rules: z.catch(z.array(sortingRule), []) });
