/** What some fields of a loan are chosen from. */
import { LANGUAGES } from '../../../core/domain/languages';
import { t } from '../../i18n';

export const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));
export const yesNoOptions = () => [
  { value: 'yes', label: t('Yes') },
  { value: 'no', label: t('No') },
];
