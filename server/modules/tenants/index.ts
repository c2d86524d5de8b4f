export { isOpen, tenantActivity } from './activity';
export { type Believed, believed } from './believed';
export { eachDay } from './each-day';
export { offeredProducts } from './products';
export type { TenantRules } from './repository';
export { type RuleSetRow, ruleSets } from './rule-sets';
export { tenantRules } from './rules';
export { agencyRefusal, clientRefusal, type Stop, stoppedBy, stopWords } from './standing';
