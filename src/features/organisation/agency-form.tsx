/** The form of an agency: what it holds, what is checked, and how it goes over the wire. */

import type { Agency } from '../../../core/contract/agencies';
import { STATES } from '../../../core/domain/lookups';
import { type FormErrors, REQUIRED } from '../../../core/domain/validators';
import { said, t } from '../../i18n';
import { Field, TextArea } from '../../ui';
import { FormPart, MultiSelect, type NameState, type RecordFormState, TextField } from '../../ui/kit';
import { PartyFields } from './components/party-fields';
import { blankToNull, checkParty, PARTY_LABELS, type PartyValues, partyBody, partyValues } from './party';

export interface AgencyValues extends PartyValues {
  agency: string;
  code: string;
  draLicence: string;
  draLicenceUntil: string;
  states: string[];
  /** As typed: separated by commas, spaces or lines. */
  pincodes: string;
}

export const AGENCY_LABELS = {
  agency: 'Agency name',
  code: 'Agency code',
  ...PARTY_LABELS,
  contactName: 'Head of the agency',
  draLicence: 'DRA licence',
  draLicenceUntil: 'Licence valid until',
  states: 'States served',
  pincodes: 'Pincodes served',
} as const;

export const agencyValues = (agency?: Agency): AgencyValues => ({
  agency: agency?.agency ?? '',
  code: agency?.code ?? '',
  draLicence: agency?.draLicence ?? '',
  draLicenceUntil: agency?.draLicenceUntil ?? '',
  states: [...(agency?.states ?? [])],
  pincodes: agency?.pincodes.join(', ') ?? '',
  ...partyValues(agency),
});

export const pincodesOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

export function checkAgency(values: AgencyValues): FormErrors {
  const errors = checkParty(values);
  if (values.agency.trim() === '') errors.agency = REQUIRED;
  if (values.code.trim() === '') errors.code = REQUIRED;
  else if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(values.code.trim())) errors.code = 'Letters, digits, - and _ only';
  if (pincodesOf(values.pincodes).some((pin) => !/^[1-9]\d{5}$/.test(pin)))
    errors.pincodes = 'A pincode has six digits';
  return errors;
}

export const agencyBody = (values: AgencyValues) => ({
  agency: values.agency.trim(),
  code: values.code.trim(),
  ...(partyBody(values) as object),
  draLicence: blankToNull(values.draLicence),
  draLicenceUntil: blankToNull(values.draLicenceUntil),
  states: STATES.filter((state) => values.states.includes(state)),
  pincodes: pincodesOf(values.pincodes),
});

export function AgencyFields({
  form,
  nameVerdict,
  codeVerdict,
}: {
  form: RecordFormState<AgencyValues>;
  nameVerdict: NameState;
  codeVerdict: NameState;
}) {
  const wrong = form.errorOf('pincodes');
  const count = pincodesOf(form.typed.pincodes).length;
  return (
    <>
      <FormPart title={t('Agency')} wide={false}>
        <TextField
          form={form}
          name="agency"
          label={t(AGENCY_LABELS.agency)}
          required
          maxLength={120}
          verdict={nameVerdict}
        />
        <TextField
          form={form}
          name="code"
          label={t(AGENCY_LABELS.code)}
          required
          maxLength={24}
          capitals
          verdict={codeVerdict}
        />
        <TextField form={form} name="draLicence" label={t(AGENCY_LABELS.draLicence)} maxLength={60} />
        <TextField
          form={form}
          name="draLicenceUntil"
          label={t(AGENCY_LABELS.draLicenceUntil)}
          kind="day"
          maxLength={10}
        />
      </FormPart>
      <FormPart title={t('Where it works')} wide={false}>
        <Field label={t(AGENCY_LABELS.states)} optional>
          <MultiSelect
            label={t(AGENCY_LABELS.states)}
            options={STATES.map((state) => ({ value: state, label: state }))}
            value={form.typed.states}
            onChange={(states) => form.set({ states })}
          />
        </Field>
        <Field
          label={t(AGENCY_LABELS.pincodes)}
          optional
          hint={count > 0 ? t('{count} pincodes', { count }) : t('Where it does not serve a whole state')}
          error={wrong && said(wrong)}
        >
          <TextArea
            rows={2}
            maxLength={16_000}
            inputMode="numeric"
            value={form.typed.pincodes}
            onChange={(pincodes) => form.set({ pincodes })}
            onBlur={() => form.leave('pincodes')}
          />
        </Field>
      </FormPart>
      <PartyFields form={form} wide={false} contact={t(AGENCY_LABELS.contactName)} />
    </>
  );
}
