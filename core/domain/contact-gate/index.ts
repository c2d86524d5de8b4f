/** The contact gate: one engine for calls, messages, visits and letters (docs/contact-gate.md). */
export { checkPack } from './check-pack';
export { evaluateContact, packOn } from './evaluate';
export { ALWAYS, BUILT_IN, type BuiltIn, DEFAULT_PACK, DRAFT_PACK, VALUES_OF, WIDEST_HOURS } from './packs';
export { policyRules } from './portfolio-policy';
export * from './types';
export { LIFTED_BY, type LiftId, readable, sentence, WHY, type WhyId } from './words';
