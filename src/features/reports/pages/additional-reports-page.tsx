import { FormatsPage } from '../components/formats-page';

export default function AdditionalReportsPage() {
  return <FormatsPage family="boi" />;
}
