/** The fields of a tenant, for its panel and for setting one up. */
import { createTenant, type Tenant, validateTenantName } from '../../../core/contract/tenants';
import { LANGUAGES } from '../../../core/domain/languages';
import { REGIONS } from '../../../core/domain/lookups';
import { isMailDomain } from '../../../core/domain/mail-domains';
import { FEWEST_RECORDING_DAYS, MOST_RECORDING_DAYS, RECORDING_DAYS } from '../../../core/domain/recordings';
import { t } from '../../i18n';
import { institutionWord } from '../../ui/kit';
import { type FormSection, type TypedBody, typedOf } from '../forms';
import { partySections } from './party';

/** Queries that show tenants, by the first of their key. */
export const TENANTS = ['tenants', 'tenant', 'lookups'];

type Typed = TypedBody<typeof createTenant>;
export type TenantValues = Omit<Typed, 'mailDomains' | 'products' | 'administrator'> & {
  /** As typed, with commas or spaces between. */
  mailDomains: string;
};

export function tenantValues(tenant?: Tenant): TenantValues {
  const { products: _, administrator: __, ...typed } = typedOf(createTenant, tenant);
  return {
    ...typed,
    zone: tenant?.zone ?? 'Asia/Kolkata',
    mailDomains: (tenant?.mailDomains ?? []).join(', '),
    subscription: tenant?.subscription ?? 'primary_explorar',
    recordingDays: String(tenant?.recordingDays ?? RECORDING_DAYS),
  };
}

/** Section 9 calls them `primary_explorar` and `secondry`. */
export const subscriptionWord = (value: string | null | undefined): string =>
  value === 'secondry' ? t('Files') : t('Explorer');

const domainsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

export const tenantBody = ({ mailDomains }: TenantValues) => ({ mailDomains: domainsOf(mailDomains) });

/** In words that say more than the schema's. */
export function checkTenant({
  maxPtpDays,
  recordingDays,
  mailDomains,
}: TenantValues): Record<string, string | undefined> {
  const days = Number(maxPtpDays);
  const heard = Number(recordingDays);
  return {
    ...(maxPtpDays !== '' && { maxPtpDays: days < 1 || days > 365 ? 'From 1 to 365 days' : undefined }),
    ...(recordingDays !== '' && {
      recordingDays: heard < FEWEST_RECORDING_DAYS || heard > MOST_RECORDING_DAYS ? 'From 30 to 3650 days' : undefined,
    }),
    mailDomains: domainsOf(mailDomains).some((one) => !isMailDomain(one))
      ? 'Write domains such as bank.example, with commas between'
      : undefined,
  };
}

/** Where tenants of ours work; a tenant that was set up with another zone keeps it. */
const ZONES = ['Asia/Kolkata', 'Asia/Colombo', 'Asia/Dhaka', 'Asia/Dubai', 'Asia/Kathmandu', 'Asia/Singapore', 'UTC'];

/** `tenantId` is the one that is changed. */
export const nameSection = ({ zone }: TenantValues, beside: boolean, tenantId?: string): FormSection<TenantValues> => ({
  title: t('Name and days'),
  beside,
  fields: {
    name: { label: t('Name'), unique: { by: validateTenantName, query: { tenantId } } },
    institution: { label: t('Institution type'), words: institutionWord, none: t('Not given') },
    zone: {
      label: t('Time zone'),
      hint: t('Its days begin and end by it'),
      options: [...new Set([...ZONES, zone])].map((one) => ({ value: one, label: one.replace('_', ' ') })),
    },
    maxPtpDays: {
      label: t('Furthest promise, in days'),
      required: true,
      hint: t('How far ahead a PTP may lie'),
    },
    recordingDays: {
      label: t('Recordings are kept for, in days'),
      hint: t('Nobody hears a call afterwards; 30 to 3650'),
    },
    mailDomains: {
      label: t('Reports are mailed only to'),
      kind: 'text',
      most: 2000,
      hint: t('Domains with commas between; empty: to any address'),
    },
    subscription: {
      label: t('Data insights'),
      required: 'unsaid',
      words: subscriptionWord,
      hint: t('The screen behind Data Insights in the menu'),
    },
  },
});

const languageLabel = ({ name, native }: (typeof LANGUAGES)[number]) =>
  name === native ? name : `${name} · ${native}`;

export const reachSection = (): FormSection<TenantValues> => ({
  title: t('Languages and regions'),
  fields: {
    languages: {
      label: t('Languages'),
      kind: 'ticks',
      hint: t('South Indian languages first'),
      options: LANGUAGES.map((one) => ({ value: one.code, label: languageLabel(one) })),
    },
    regions: { label: t('Regions'), options: REGIONS.map((one) => ({ value: one, label: t(one) })) },
  },
});

export const tenantSections = (values: TenantValues, tenantId: string): FormSection<TenantValues>[] => [
  nameSection(values, false, tenantId),
  ...partySections(false),
  reachSection(),
];
