/** The fields of a client. */
import { type createClient, validateClientName } from '../../../core/contract/clients';
import { t } from '../../i18n';
import { institutionWord } from '../../ui/kit';
import type { FormSection, TypedBody } from '../forms';
import { partySections } from './party';

export const categoryWords = (category: string) => t(category === 'secured' ? 'Secured' : 'Unsecured');

/** `clientId` is the one that is changed. */
export const clientSections = (clientId?: string): FormSection<TypedBody<typeof createClient>>[] => [
  {
    title: t('Client'),
    beside: true,
    fields: {
      name: { label: t('Name'), unique: { by: validateClientName, query: { clientId } } },
      institution: { label: t('Institution type'), words: institutionWord },
      categories: { label: t('Product categories'), words: categoryWords },
    },
  },
  ...partySections(true),
];
