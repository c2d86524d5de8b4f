/** What the onboarding wizard holds. */
import { type ProductCategory, USUAL_PRODUCTS } from '../../../core/domain/lookups';
import { type TenantValues, tenantValues } from './tenant-form';

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

export const chosenProducts = ({ products, ownProducts }: WizardValues) => [
  ...USUAL_PRODUCTS.filter(({ name }) => products.includes(name)).map(({ name, category }) => ({ name, category })),
  ...ownProducts,
];
