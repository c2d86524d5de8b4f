/** What the onboarding wizard collects, step by step. */
import { type ProductCategory, USUAL_PRODUCTS } from '../../../core/domain/lookups';
import { email, type FormErrors, mobile, REQUIRED } from '../../../core/domain/validators';
import { PARTY_LABELS } from './party';
import { checkTenant, type TenantValues, tenantBody, tenantValues } from './tenant-form';

export interface WizardValues extends TenantValues {
  step: number;
  products: string[];
  /** Of the products that are not among the usual ones. */
  ownProducts: { name: string; category: ProductCategory }[];
  adminName: string;
  adminEmail: string;
  adminMobile: string;
}

export const wizardValues = (): WizardValues => ({
  ...tenantValues(),
  step: 0,
  products: [],
  ownProducts: [],
  adminName: '',
  adminEmail: '',
  adminMobile: '',
});

export const hasAdministrator = ({ adminName, adminEmail, adminMobile }: WizardValues): boolean =>
  [adminName, adminEmail, adminMobile].some((text) => text.trim() !== '');

export function checkWizard(values: WizardValues): FormErrors {
  const errors = checkTenant(values);
  if (!hasAdministrator(values)) return errors;
  if (values.adminName.trim() === '') errors.adminName = REQUIRED;
  if (values.adminEmail.trim() === '') errors.adminEmail = REQUIRED;
  const wrongEmail = email(values.adminEmail.trim());
  if (wrongEmail) errors.adminEmail = wrongEmail;
  const wrongMobile = mobile(values.adminMobile.trim());
  if (wrongMobile) errors.adminMobile = wrongMobile;
  return errors;
}

/** The steps and the fields whose messages keep one from going on. */
export const STEPS: readonly { title: string; fields: readonly string[] }[] = [
  { title: 'Tenant', fields: ['name', 'institution', 'zone', 'maxPtpDays', 'mailDomains'] },
  { title: 'Contact and tax', fields: Object.keys(PARTY_LABELS) },
  { title: 'Products and languages', fields: [] },
  { title: 'First administrator', fields: ['adminName', 'adminEmail', 'adminMobile'] },
  { title: 'Review', fields: [] },
];

/** A field of the server's message as the wizard calls it. */
export const WIZARD_FIELDS: Readonly<Record<string, string>> = {
  'administrator.fullName': 'adminName',
  'administrator.email': 'adminEmail',
  'administrator.mobile': 'adminMobile',
};

export const chosenProducts = ({ products, ownProducts }: WizardValues) => [
  ...USUAL_PRODUCTS.filter(({ name }) => products.includes(name)).map(({ name, category }) => ({ name, category })),
  ...ownProducts,
];

export const wizardBody = (values: WizardValues) => ({
  ...tenantBody(values),
  products: chosenProducts(values),
  administrator: hasAdministrator(values)
    ? {
        fullName: values.adminName.trim(),
        email: values.adminEmail.trim(),
        mobile: values.adminMobile.trim() || null,
      }
    : null,
});
