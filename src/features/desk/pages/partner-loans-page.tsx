import { t } from '../../../i18n';
import LoansPage from './loans-page';

/** The loans that were given to the partner's agency. */
export default function PartnerLoansPage() {
  return <LoansPage title={t('Partner Loans')} />;
}
