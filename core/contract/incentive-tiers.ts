/** The tiers of incentives, wherever a record carries them: with a portfolio, in its own tab, on a payout. */
import * as z from 'zod/mini';

/** Specification section 3, "Agent type values". */
export const ROLE_TYPES = ['Collector', 'Field_Agent'] as const;

/** Up to ₹100 crore, in steps of a paisa or a hundredth of a percent. */
export const figure = z.number().check(z.lte(1_000_000_000));
export const tierSchema = z.strictObject({ min: figure, max: figure, amount: figure });

/** What a portfolio lists: each tier with whom it pays. */
export const incentiveEntrySchema = z.object({ roleType: z.enum(ROLE_TYPES), ...tierSchema.shape });
export type IncentiveEntry = z.infer<typeof incentiveEntrySchema>;
