/** The steps of the onboarding wizard and their fields. */
import { INVITATION_DAYS } from '../../../core/contract/tenants';
import { t } from '../../i18n';
import type { FormSection } from '../forms';
import { TenantReview } from './components/tenant-review';
import { WizardProducts } from './components/wizard-products';
import { partySections } from './party';
import { nameSection, reachSection } from './tenant-form';
import { hasAdministrator, type WizardValues } from './wizard-form';

export const wizardSteps = () => [
  t('Tenant'),
  t('Contact and tax'),
  t('Products and languages'),
  t('First administrator'),
  t('Review'),
];

export function wizardSections(values: WizardValues): FormSection<WizardValues>[] {
  const needed = hasAdministrator(values);
  const filled: FormSection<WizardValues>[] = [
    { step: 0, ...nameSection(values, true) },
    ...partySections(true).map((section) => ({ step: 1, ...section })),
    { step: 2, also: (form) => <WizardProducts form={form} /> },
    { step: 2, ...reachSection() },
  ];
  return [
    ...filled,
    {
      step: 3,
      title: t('Who sets up the rest'),
      note: t('They get a mail with a link, good for {days} days, and choose their password themselves.', {
        days: INVITATION_DAYS,
      }),
      beside: true,
      fields: {
        adminName: { label: t('Full name'), most: 120 },
        adminEmail: { label: t('Email, which is their user name'), kind: 'email', most: 254 },
        adminMobile: { label: t('Mobile of the administrator'), kind: 'digits', most: 10 },
      },
    },
    { step: 4, also: <TenantReview values={values} filled={filled} alone={!needed} /> },
  ];
}
