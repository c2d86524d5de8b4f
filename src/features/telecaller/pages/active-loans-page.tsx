import { t } from '../../../i18n';
import { chakra, Skeleton } from '../../../ui';
import { useEngine } from '../../session';
import { ActiveList } from '../components/active-list';

const Page = chakra('main', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', padding: { base: '3', md: '5' } },
});

/** The loans that the user works, by queue; without a network as well. */
export default function ActiveLoansPage() {
  const engine = useEngine();
  return <Page>{engine ? <ActiveList engine={engine} title={t('Active Loans')} /> : <Skeleton lines={6} />}</Page>;
}
