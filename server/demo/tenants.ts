/** Who the demo is about: three installations of the product and the people one signs in as. */

import type { Role } from '../../core/domain/roles';
import { DEMO_PASSWORD } from '../platform/demo-password';

/** One password for everyone in the demo; printed at start and shown on the sign-in page. */
export { DEMO_PASSWORD };

export type SubRole = 'ACM' | 'RCM' | 'ZCM' | 'NCM';

export interface ClientSpec {
  /** A bank's name as in the IFSC list, or the tenant's own book. */
  name: string;
  institution: 'BANK' | 'NBFC' | 'FINTECH' | 'ARC';
  /** Products of its portfolios, one a region in turn. */
  products: readonly string[];
}

export interface AgencySpec {
  code: string;
  name: string;
  inHouse?: true;
}

/** `post` says where in the hierarchy a person stands (staff.ts); everyone else is generated. */
export interface PersonSpec {
  post: string;
  fullName: string;
  username: string;
  role: Role;
  subRole?: SubRole;
}

export interface TenantSpec {
  key: string;
  name: string;
  domain: string;
  /** Part of all loans. */
  share: number;
  loanPrefix: string;
  cities: readonly string[];
  agencies: readonly AgencySpec[];
  clients: readonly ClientSpec[];
  people: readonly PersonSpec[];
}

const person = (post: string, fullName: string, handle: string, role: Role, subRole?: SubRole) => ({
  post,
  fullName,
  username: `${fullName.split(' ')[0]?.toLowerCase()}.${handle}`,
  role,
  ...(subRole && { subRole }),
});

/** The agencies whose CRM managers get the default dashboard in the demo (specification 2.2). */
export const DEMO_AGENCY_CODES = ['ICC-DEL', 'ICC-BLR', 'ICC-CHN', 'ICC-HYD', 'ICC-KOL', 'ICC-KOC'] as const;

export const TENANTS: readonly TenantSpec[] = [
  {
    key: 'sahyadri',
    name: 'Sahyadri Recovery Group',
    domain: 'sahyadri.example',
    share: 0.6,
    loanPrefix: 'SRG',
    cities: [
      'Mumbai',
      'Delhi',
      'Bengaluru',
      'Chennai',
      'Hyderabad',
      'Kolkata',
      'Kochi',
      'Ahmedabad',
      'Pune',
      'Lucknow',
      'Jaipur',
      'Coimbatore',
      'Nagpur',
      'Surat',
      'Thiruvananthapuram',
      'Visakhapatnam',
      'Kanpur',
      'Mysuru',
      'Patna',
      'Nashik',
    ],
    agencies: [
      { code: 'SRG-HOME', name: 'Sahyadri In-house Team', inHouse: true },
      { code: 'ICC-DEL', name: 'Yamuna Credit Services' },
      { code: 'ICC-BLR', name: 'Cubbon Collections' },
      { code: 'ICC-CHN', name: 'Marina Recoveries' },
      { code: 'ICC-HYD', name: 'Charminar Field Services' },
      { code: 'ICC-KOL', name: 'Hooghly Associates' },
      { code: 'ICC-KOC', name: 'Malabar Resolution Partners' },
    ],
    clients: [
      { name: 'HDFC Bank', institution: 'BANK', products: ['Personal loan', 'Two-wheeler loan'] },
      { name: 'Axis Bank', institution: 'BANK', products: ['Credit card', 'Personal loan'] },
      { name: 'IDFC FIRST Bank', institution: 'BANK', products: ['Consumer durable loan', 'Two-wheeler loan'] },
      { name: 'Bank of Baroda', institution: 'BANK', products: ['Business loan', 'Home loan'] },
      {
        name: 'Paisewala Digital Credit',
        institution: 'FINTECH',
        products: ['Personal loan', 'Consumer durable loan'],
      },
    ],
    people: [
      person('owner', 'Devika Rao', 'superadmin', 'SUPER_ADMIN'),
      person('office', 'Harish Menon', 'crmsuper', 'CRM_SUPERADMIN'),
      person('office', 'Nandini Iyer', 'admin', 'ADMIN'),
      person('tenant-admin', 'Arjun Deshpande', 'tenant', 'TENANT_ADMIN'),
      person('crm-admin', 'Leela Krishnan', 'crmadmin', 'CRM_TENANTADMIN'),
      person('ncm', 'Vikram Sethi', 'ncm', 'CRM_TENANTADMIN', 'NCM'),
      person('zcm', 'Farah Siddiqui', 'zcm', 'CRM_TENANTADMIN', 'ZCM'),
      person('rcm', 'Manoj Pillai', 'rcm', 'CRM_TENANTADMIN', 'RCM'),
      person('acm', 'Kavya Reddy', 'acm', 'CRM_TENANTADMIN', 'ACM'),
      person('super-manager', 'Rohit Kapoor', 'supermanager', 'CRM_SUPERMANAGER'),
      person('manager:0', 'Meera Kulkarni', 'manager', 'CRM_MANAGER'),
      person('manager:1', 'Gurpreet Singh', 'manager', 'CRM_MANAGER'),
      person('legacy-manager', 'Sunil Joshi', 'manager', 'MANAGER'),
      person('field', 'Asha Patil', 'field', 'CRM_FIELDAGENT'),
      person('caller', 'Ravi Kumar', 'caller', 'CRM_TELECALLER'),
      person('collector', 'Deepak Nair', 'collector', 'COLLECTOR'),
      person('partner', 'Tariq Khan', 'partner', 'PARTNER'),
      person('client', 'Shreya Bose', 'clientadmin', 'CLIENT_ADMIN'),
      person('client', 'Kiran Gowda', 'client', 'CLIENT'),
      person('client', 'Lata Verma', 'customer', 'CUSTOMER'),
      person('office', 'Joel Pinto', 'dialer', 'DIALER'),
    ],
  },
  {
    key: 'deccan',
    name: 'Deccan Fincorp',
    domain: 'deccan.example',
    share: 0.25,
    loanPrefix: 'DFC',
    cities: [
      'Hyderabad',
      'Bengaluru',
      'Chennai',
      'Kochi',
      'Coimbatore',
      'Visakhapatnam',
      'Mysuru',
      'Thiruvananthapuram',
    ],
    agencies: [
      { code: 'DFC-HOME', name: 'Deccan Own Field Force', inHouse: true },
      { code: 'DFC-ANA', name: 'Anantagiri Recovery' },
      { code: 'DFC-NIL', name: 'Nilgiri Credit Control' },
    ],
    clients: [
      { name: 'Deccan Fincorp own book', institution: 'NBFC', products: ['Two-wheeler loan', 'Gold loan'] },
      { name: 'Federal Bank', institution: 'BANK', products: ['Tractor loan', 'Business loan'] },
    ],
    people: [
      person('tenant-admin', 'Anjali Naidu', 'tenant', 'TENANT_ADMIN'),
      person('manager:0', 'Prasad Reddy', 'manager', 'CRM_MANAGER'),
      person('field', 'Imran Baig', 'field', 'CRM_FIELDAGENT'),
      person('caller', 'Lavanya Goud', 'caller', 'CRM_TELECALLER'),
    ],
  },
  {
    key: 'narmada',
    name: 'Narmada Gramin Bank',
    domain: 'narmada.example',
    share: 0.15,
    loanPrefix: 'NGB',
    cities: ['Ahmedabad', 'Jaipur', 'Surat', 'Lucknow', 'Kanpur', 'Nagpur', 'Patna'],
    agencies: [
      { code: 'NGB-HOME', name: 'Branch Recovery Cell', inHouse: true },
      { code: 'NGB-SAB', name: 'Sabarmati Associates' },
    ],
    clients: [
      {
        name: 'Narmada Gramin Bank',
        institution: 'BANK',
        products: ['Microfinance loan', 'Home loan', 'Tractor loan'],
      },
    ],
    people: [
      person('tenant-admin', 'Hitesh Shah', 'tenant', 'TENANT_ADMIN'),
      person('manager:0', 'Kinjal Patel', 'manager', 'CRM_MANAGER'),
      person('field', 'Bhavesh Parmar', 'field', 'CRM_FIELDAGENT'),
      person('caller', 'Savita Chauhan', 'caller', 'CRM_TELECALLER'),
    ],
  },
];

export interface DemoSignIn {
  role: Role;
  username: string;
  password: string;
  /** Where this person signs in. */
  path: string;
}

/** A sign-in for every role (and sub-role), for `/config.json` and the lines printed at start. */
export function demoSignIns(): DemoSignIn[] {
  return TENANTS.flatMap((tenant) =>
    tenant.people.map(({ role, username }) => ({
      role,
      username: `${username}@${tenant.domain}`,
      password: DEMO_PASSWORD,
      path: role === 'CRM_FIELDAGENT' ? '/field-agent/login' : '/login',
    })),
  );
}
