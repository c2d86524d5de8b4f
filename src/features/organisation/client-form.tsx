/** The form of a client: what it holds, what is checked, and how it goes over the wire. */

import type { Client } from '../../../core/contract/clients';
import { INSTITUTIONS, PRODUCT_CATEGORIES } from '../../../core/domain/lookups';
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
import { PartyFields } from './components/party-fields';
import { checkParty, PARTY_LABELS, type PartyValues, partyBody, partyValues } from './party';

export interface ClientValues extends PartyValues {
  name: string;
  institution: string;
  categories: string[];
}

export const CLIENT_LABELS = {
  name: 'Name',
  institution: 'Institution type',
  categories: 'Product categories',
  ...PARTY_LABELS,
} as const;

export const clientValues = (client?: Client): ClientValues => ({
  name: client?.name ?? '',
  institution: client?.institution ?? '',
  categories: [...(client?.categories ?? [])],
  ...partyValues(client),
});

export function checkClient(values: ClientValues): FormErrors {
  const errors = checkParty(values);
  if (values.name.trim() === '') errors.name = REQUIRED;
  if (values.institution === '') errors.institution = REQUIRED;
  return errors;
}

export const clientBody = (values: ClientValues) => ({
  name: values.name.trim(),
  // Checked before it is sent; the server refuses what is none of them.
  institution: INSTITUTIONS.find((one) => one === values.institution) ?? 'BANK',
  categories: PRODUCT_CATEGORIES.filter((one) => values.categories.includes(one)),
  ...(partyBody(values) as object),
});

export function ClientFields({ form, verdict }: { form: FormParts; verdict: NameState }) {
  return (
    <>
      <FormPart title={t('Client')}>
        <TextField form={form} name="name" label={t(CLIENT_LABELS.name)} required maxLength={120} verdict={verdict} />
        <ChoiceField
          form={form}
          name="institution"
          label={t(CLIENT_LABELS.institution)}
          required
          options={INSTITUTIONS.map((one) => ({ value: one, label: institutionWord(one) }))}
        />
        <TicksField
          form={form}
          name="categories"
          label={t(CLIENT_LABELS.categories)}
          options={PRODUCT_CATEGORIES.map((one) => ({ value: one, label: t(CATEGORY_WORDS[one]) }))}
        />
      </FormPart>
      <PartyFields form={form} />
    </>
  );
}

export const CATEGORY_WORDS = { secured: 'Secured', unsecured: 'Unsecured' } as const;
