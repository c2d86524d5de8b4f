/** The fields of an agency, and how its pincodes are typed. */
import { type Agency, createAgency, validateAgency } from '../../../core/contract/agencies';
import { t } from '../../i18n';
import { type FormSection, type TypedBody, typedOf } from '../forms';
import { partySections } from './party';

export type AgencyValues = Omit<TypedBody<typeof createAgency>, 'pincodes'> & {
  /** As typed: separated by commas, spaces or lines. */
  pincodes: string;
};

export const agencyValues = (agency?: Agency): AgencyValues => ({
  ...typedOf(createAgency, agency),
  pincodes: agency?.pincodes.join(', ') ?? '',
});

export const pincodesOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
export const agencyBody = ({ pincodes }: AgencyValues) => ({ pincodes: pincodesOf(pincodes) });

/** `agencyId` is the one that is changed. */
export const agencySections = ({ pincodes }: AgencyValues, agencyId?: string): FormSection<AgencyValues>[] => {
  const count = pincodesOf(pincodes).length;
  const unique = (field: string) => ({ by: validateAgency, query: { field, agencyId } });
  return [
    {
      title: t('Agency'),
      fields: {
        agency: { label: t('Agency name'), unique: unique('agency') },
        code: { label: t('Agency code'), capitals: true, unique: unique('code') },
        draLicence: { label: t('DRA licence') },
        draLicenceUntil: { label: t('Licence valid until') },
      },
    },
    {
      title: t('Where it works'),
      fields: {
        states: { label: t('States served') },
        pincodes: {
          label: t('Pincodes served'),
          kind: 'area',
          most: 16_000,
          hint: count > 0 ? t('{count} pincodes', { count }) : t('Where it does not serve a whole state'),
          input: { rows: 2, inputMode: 'numeric' },
        },
      },
    },
    ...partySections(false, t('Head of the agency')),
  ];
};
