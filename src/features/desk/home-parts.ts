/** What each home of specification 2.2 is made of. Pure. */
import type { Breakdown } from '../../../core/contract/loan-list';
import type { HomeKind } from '../../routes';

export interface HomeParts {
  /** What this home is called above its sentence. */
  name: string;
  /** Today's figures by these, the first one shown at the start. */
  breakdowns: readonly Breakdown[];
  buckets: boolean;
  /** The newest records that reached the server. */
  latest: boolean;
  /** The user's own loans, those with a promise due first. */
  worklist: boolean;
}

const whole = { buckets: true, latest: true, worklist: false };

export const HOMES: Record<HomeKind, HomeParts> = {
  default: { name: 'Dashboard', breakdowns: ['client', 'portfolio', 'agency', 'agent'], ...whole },
  // The grain of each level: what a national, zonal, regional and area manager compares.
  NCM: { name: 'National dashboard', breakdowns: ['state', 'client', 'product'], ...whole },
  ZCM: { name: 'Zonal dashboard', breakdowns: ['state', 'product', 'portfolio'], ...whole },
  RCM: { name: 'Regional dashboard', breakdowns: ['city', 'agency', 'agent'], ...whole },
  ACM: { name: 'Area dashboard', breakdowns: ['agent', 'agency', 'pincode'], ...whole },
  manager: { name: 'Your team', breakdowns: ['agent', 'pincode', 'client'], ...whole },
  partner: { name: 'Your agency', breakdowns: ['agent', 'pincode', 'client'], ...whole },
  'client-admin': { name: 'Your portfolios', breakdowns: ['portfolio', 'agency', 'product'], ...whole, latest: false },
  customer: { name: 'Your portfolios', breakdowns: ['portfolio', 'product'], ...whole, latest: false },
  collector: { name: 'Your day', breakdowns: ['pincode', 'client'], buckets: true, latest: false, worklist: true },
  telecaller: { name: 'Your day', breakdowns: ['client'], buckets: true, latest: false, worklist: true },
  // The field agent's home is the field app's; this one stands behind the Dashboard entry.
  field: { name: 'Dashboard', breakdowns: ['pincode', 'client'], ...whole },
};

export const BREAKDOWN_WORDS: Record<Breakdown, { tab: string; column: string }> = {
  agent: { tab: 'By agent', column: 'Agent' },
  agency: { tab: 'By agency', column: 'Agency' },
  pincode: { tab: 'By pincode', column: 'Pincode' },
  city: { tab: 'By city', column: 'City' },
  state: { tab: 'By state', column: 'State' },
  product: { tab: 'By product', column: 'Product' },
  client: { tab: 'By client', column: 'Client' },
  portfolio: { tab: 'By portfolio', column: 'Portfolio' },
};
