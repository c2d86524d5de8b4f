/** What the onboarding wizard collects, what is wrong in it and how it is sent. */
import { type ProductCategory, USUAL_PRODUCTS } from '../../../core/domain/lookups';
import { REQUIRED } from '../../../core/domain/validators';
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

export function checkWizard(values: WizardValues): Record<string, string | undefined> {
  const wrong = checkTenant(values);
  if (!hasAdministrator(values)) return wrong;
  if (values.adminName.trim() === '') wrong.adminName = REQUIRED;
  if (values.adminEmail.trim() === '') wrong.adminEmail = REQUIRED;
  return wrong;
}

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
