import { t } from '../../i18n';

/** What kind of lender a stored institution type is; NBFC and ARC are what the field itself says. */
export function institutionWord(stored: string): string {
  switch (stored) {
    case 'BANK':
      return t('Bank');
    case 'FINTECH':
      return t('Fintech');
    default:
      return stored;
  }
}
