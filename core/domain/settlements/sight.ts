/**
 * What whoever offers settlements at the door or on the phone may not know: how far the lender would go. Which reviews an offer passes
 * tells it as much as a number does, so they see that it is in review, and then the outcome.
 */
import type { Role } from '../roles';
import { isReview, STAGES, type Stage } from './steps';

export const IN_REVIEW = 'review';
/** A stage as one asker sees it. */
export const SHOWN_STAGES = [...STAGES, IN_REVIEW] as const;
export type ShownStage = (typeof SHOWN_STAGES)[number];

const KNOW_NO_FLOOR: readonly Role[] = ['CRM_TELECALLER', 'CRM_FIELDAGENT', 'COLLECTOR', 'PARTNER'];
export const knowsFloor = (role: Role): boolean => !KNOW_NO_FLOOR.includes(role);

export const stageFor = (stage: Stage, role: Role): ShownStage =>
  !knowsFloor(role) && isReview(stage) ? IN_REVIEW : stage;

/** Those that one asker may look for, in their order. */
export const stagesFor = (role: Role | undefined): ShownStage[] => {
  const sees = role !== undefined && knowsFloor(role);
  return SHOWN_STAGES.filter((stage) => stage !== 'draft' && (sees || stage === IN_REVIEW || !isReview(stage)));
};
