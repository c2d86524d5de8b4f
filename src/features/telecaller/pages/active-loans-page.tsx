import { t } from '../../../i18n';
import { Skeleton } from '../../../ui';
import { DeskPage } from '../../../ui/kit';
import { useEngine } from '../../session';
import ActiveList from '../components/active-list';

/** The loans that the user works, by queue; without a network as well. */
export default function ActiveLoansPage() {
  const engine = useEngine();
  return (
    <DeskPage>{engine ? <ActiveList engine={engine} title={t('Active Loans')} /> : <Skeleton lines={6} />}</DeskPage>
  );
}
