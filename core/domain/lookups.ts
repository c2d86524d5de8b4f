/** The lookups of specification section 3, and India's states for addresses. */
export const PRODUCT_CATEGORIES = ['secured', 'unsecured'] as const;
export type ProductCategory = (typeof PRODUCT_CATEGORIES)[number];

export const REGIONS = ['North', 'South', 'East', 'West'] as const;
export type Region = (typeof REGIONS)[number];

export const CHANNELS = ['IVR', 'WhatsApp', 'Email', 'AI'] as const;

export const INSTITUTIONS = ['BANK', 'NBFC', 'FINTECH', 'ARC'] as const;
export type Institution = (typeof INSTITUTIONS)[number];

/** States and union territories. */
export const STATES = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const;
export type IndianState = (typeof STATES)[number];

/** The specification's delinquency buckets as ranges of DPD; an upper bound that is null is open. See `bucketOf`. */
export const STANDARD_BUCKETS = [
  { label: '0-30', fromDpd: 0, toDpd: 30 },
  { label: '31-60', fromDpd: 31, toDpd: 60 },
  { label: '61-90', fromDpd: 61, toDpd: 90 },
  { label: '91-180', fromDpd: 91, toDpd: 180 },
  { label: '180-360', fromDpd: 181, toDpd: 360 },
  { label: '360+', fromDpd: 361, toDpd: null },
] as const;

/** What a tenant usually collects on; offered when one is set up. */
export const USUAL_PRODUCTS: readonly { name: string; category: ProductCategory }[] = [
  { name: 'Personal loan', category: 'unsecured' },
  { name: 'Credit card', category: 'unsecured' },
  { name: 'Consumer durable loan', category: 'unsecured' },
  { name: 'Business loan', category: 'unsecured' },
  { name: 'Microfinance loan', category: 'unsecured' },
  { name: 'Two-wheeler loan', category: 'secured' },
  { name: 'Auto loan', category: 'secured' },
  { name: 'Tractor loan', category: 'secured' },
  { name: 'Gold loan', category: 'secured' },
  { name: 'Home loan', category: 'secured' },
  { name: 'Loan against property', category: 'secured' },
];
