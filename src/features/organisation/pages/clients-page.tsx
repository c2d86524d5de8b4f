/** /clients: every client of the tenant. */
import { t } from '../../../i18n';
import { ClientList } from '../client-list';

export default function ClientsPage() {
  return <ClientList title={t('Clients')} />;
}
