/** The form of a tenant: what it holds, what is checked, and how it goes over the wire. */
import type { Tenant } from '../../../core/contract/tenants';
import { LANGUAGES } from '../../../core/domain/languages';
import { INSTITUTIONS, REGIONS } from '../../../core/domain/lookups';
import { isMailDomain } from '../../../core/domain/mail-domains';
import { type FormErrors, REQUIRED } from '../../../core/domain/validators';
import { t } from '../../i18n';
import {
  ChoiceField,
  FormPart,
  type FormParts,
  institutionWord,
  type NameState,
  TextField,
  TicksField,
} from '../../ui/kit';
import { checkParty, PARTY_LABELS, type PartyValues, partyBody, partyValues } from './party';

export interface TenantValues extends PartyValues {
  name: string;
  institution: string;
  zone: string;
  maxPtpDays: string;
  /** As typed, with commas or spaces between. */
  mailDomains: string;
  languages: string[];
  regions: string[];
}

export const TENANT_LABELS = {
  name: 'Name',
  institution: 'Institution type',
  zone: 'Time zone',
  maxPtpDays: 'Furthest promise, in days',
  mailDomains: 'Reports are mailed only to',
  ...PARTY_LABELS,
  languages: 'Languages',
  regions: 'Regions',
} as const;

export const tenantValues = (tenant?: Tenant): TenantValues => ({
  name: tenant?.name ?? '',
  institution: tenant?.institution ?? '',
  zone: tenant?.zone ?? 'Asia/Kolkata',
  maxPtpDays: String(tenant?.maxPtpDays ?? 30),
  mailDomains: (tenant?.mailDomains ?? []).join(', '),
  languages: [...(tenant?.languages ?? [])],
  regions: [...(tenant?.regions ?? [])],
  ...partyValues(tenant),
});

export function checkTenant(values: TenantValues): FormErrors {
  const errors = checkParty(values);
  if (values.name.trim() === '') errors.name = REQUIRED;
  const days = Number(values.maxPtpDays);
  if (values.maxPtpDays === '') errors.maxPtpDays = REQUIRED;
  else if (days < 1 || days > 365) errors.maxPtpDays = 'From 1 to 365 days';
  if (domainsOf(values.mailDomains).some((one) => !isMailDomain(one)))
    errors.mailDomains = 'Write domains such as bank.example, with commas between';
  return errors;
}

const domainsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

export const tenantBody = (values: TenantValues) => ({
  name: values.name.trim(),
  zone: values.zone,
  institution: INSTITUTIONS.find((one) => one === values.institution) ?? null,
  maxPtpDays: Number(values.maxPtpDays),
  mailDomains: domainsOf(values.mailDomains),
  ...(partyBody(values) as object),
  languages: LANGUAGES.map(({ code }) => code).filter((code) => values.languages.includes(code)),
  regions: REGIONS.filter((region) => values.regions.includes(region)),
});

/** Where tenants of ours work; a tenant that was set up with another zone keeps it. */
const ZONES = ['Asia/Kolkata', 'Asia/Colombo', 'Asia/Dhaka', 'Asia/Dubai', 'Asia/Kathmandu', 'Asia/Singapore', 'UTC'];

export function TenantFields({ form, verdict, wide }: { form: FormParts; verdict: NameState; wide: boolean }) {
  const zone = String(form.values.zone);
  return (
    <FormPart title={t('Name and days')} wide={wide}>
      <TextField form={form} name="name" label={t(TENANT_LABELS.name)} required maxLength={120} verdict={verdict} />
      <ChoiceField
        form={form}
        name="institution"
        label={t(TENANT_LABELS.institution)}
        none={t('Not given')}
        options={INSTITUTIONS.map((one) => ({ value: one, label: institutionWord(one) }))}
      />
      <ChoiceField
        form={form}
        name="zone"
        label={t(TENANT_LABELS.zone)}
        required
        hint={t('Its days begin and end by it')}
        options={[...new Set([...ZONES, zone])].map((one) => ({ value: one, label: one.replace('_', ' ') }))}
      />
      <TextField
        form={form}
        name="maxPtpDays"
        label={t(TENANT_LABELS.maxPtpDays)}
        required
        hint={t('How far ahead a PTP may lie')}
        kind="digits"
        maxLength={3}
      />
      <TextField
        form={form}
        name="mailDomains"
        label={t(TENANT_LABELS.mailDomains)}
        hint={t('Domains with commas between; empty: to any address')}
        maxLength={2000}
      />
    </FormPart>
  );
}

export function ReachFields({ form, wide }: { form: FormParts; wide: boolean }) {
  return (
    <FormPart title={t('Languages and regions')} wide={wide}>
      <TicksField
        form={form}
        name="languages"
        label={t(TENANT_LABELS.languages)}
        hint={t('South Indian languages first')}
        options={LANGUAGES.map(({ code, name, native }) => ({
          value: code,
          label: name === native ? name : `${name} · ${native}`,
        }))}
      />
      <TicksField
        form={form}
        name="regions"
        label={t(TENANT_LABELS.regions)}
        options={REGIONS.map((region) => ({ value: region, label: t(region) }))}
      />
    </FormPart>
  );
}
