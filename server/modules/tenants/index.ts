export { isOpen, tenantActivity } from './activity';
export { eachDay } from './each-day';
export { offeredProducts } from './products';
export type { TenantRules } from './repository';
export { tenantRules } from './rules';
export { agencyRefusal, clientRefusal, type Stop, stoppedBy, stopWords } from './standing';
