import { STATES } from '../../../../core/domain/lookups';
import { t } from '../../../i18n';
import { ChoiceField, FormPart, type FormParts, TextField } from '../../../ui/kit';
import { PARTY_LABELS } from '../party';

/** Whom to talk to, tax numbers and where they are. `contact` is what the person is called here. */
export function PartyFields({ form, wide = true, contact }: { form: FormParts; wide?: boolean; contact?: string }) {
  return (
    <>
      <FormPart title={t('Contact')} wide={wide}>
        <TextField form={form} name="contactName" label={contact ?? t(PARTY_LABELS.contactName)} maxLength={120} />
        <TextField form={form} name="contactEmail" label={t(PARTY_LABELS.contactEmail)} kind="email" maxLength={254} />
        <TextField
          form={form}
          name="contactMobile"
          label={t(PARTY_LABELS.contactMobile)}
          kind="digits"
          maxLength={10}
        />
      </FormPart>
      <FormPart title={t('Tax numbers')} wide={wide}>
        <TextField form={form} name="gst" label={t(PARTY_LABELS.gst)} maxLength={15} capitals />
        <TextField form={form} name="pan" label={t(PARTY_LABELS.pan)} maxLength={10} capitals />
      </FormPart>
      <FormPart title={t('Address')} wide={wide}>
        <TextField form={form} name="addressLine" label={t('House, street, area')} maxLength={300} />
        <TextField form={form} name="city" label={t(PARTY_LABELS.city)} maxLength={80} />
        <ChoiceField
          form={form}
          name="state"
          label={t(PARTY_LABELS.state)}
          none={t('Not given')}
          options={STATES.map((state) => ({ value: state, label: state }))}
        />
        <TextField form={form} name="pincode" label={t(PARTY_LABELS.pincode)} kind="digits" maxLength={6} />
      </FormPart>
    </>
  );
}
