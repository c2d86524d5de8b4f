/** Whether contact with a loan's borrower is paused on a day of the tenant's; without a last day the pause has no end. */
import type { Day } from './dates';

export const contactPaused = ({ contactPause }: { contactPause: { until: Day | null } | null }, today: Day): boolean =>
  !!contactPause && (contactPause.until === null || contactPause.until >= today);
