import { FormatsPage } from '../components/formats-page';

export default function EncoreReportsPage() {
  return <FormatsPage family="encore" />;
}
