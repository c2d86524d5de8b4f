/** Contact, tax numbers and address of a form: whom to talk to, what they are taxed by and where they are. */
import type { Party } from '../../../core/contract/organisation';
import { t } from '../../i18n';
import type { FormSection } from '../forms';

export type PartyValues = Record<keyof Party, string>;

/** `contact` is what the person is called here. */
export const partySections = (beside: boolean, contact = t('Contact person')): FormSection<PartyValues>[] => [
  {
    title: t('Contact'),
    beside,
    fields: {
      contactName: { label: contact, called: t('Contact person') },
      contactEmail: { label: t('Email') },
      contactMobile: { label: t('Mobile') },
    },
  },
  {
    title: t('Tax numbers'),
    beside,
    fields: { gst: { label: t('GST number'), capitals: true }, pan: { label: t('PAN'), capitals: true } },
  },
  {
    title: t('Address'),
    beside,
    fields: {
      addressLine: { label: t('House, street, area'), called: t('Address') },
      city: { label: t('City') },
      state: { label: t('State or territory'), none: t('Not given') },
      pincode: { label: t('Pincode') },
    },
  },
];
