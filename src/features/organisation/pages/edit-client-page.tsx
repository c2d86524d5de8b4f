/** /client/edit?id=: one client in its form. */
import { useSearchParams } from 'react-router-dom';
import { type Client, createClient, getClient, updateClient } from '../../../../core/contract/clients';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, DateText, LinkButton, Row, showToast, Text } from '../../../ui';
import { ActiveCard, DeskTitle } from '../../../ui/kit';
import { EntityForm, RecordPage, typedOf } from '../../forms';
import { useZone } from '../../session';
import { clientSections } from '../client-form';
import { useClient, useClientSwitch } from '../queries';

export default function EditClientPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <RecordPage
      id={id}
      title={t('Edit Client')}
      which={{ title: t('Which client?'), text: t('Choose one from the list to change it.') }}
      all={{ to: deskPaths.clients(), label: t('See all clients') }}
      answer={useClient(id)}
    >
      {(client) => <EditClient key={client.id} client={client} />}
    </RecordPage>
  );
}

function EditClient({ client }: { client: Client }) {
  const zone = useZone();
  const { activate, takeBack } = useClientSwitch();
  const told = (active: boolean) => ({ params: { clientId: client.id }, body: { active } });
  return (
    <>
      <Row apart>
        <DeskTitle>{client.name}</DeskTitle>
        <Row>
          <Badge tone={client.active ? 'paid' : 'neutral'} icon={client.active ? 'check' : 'blocked'}>
            {client.active ? t('Active') : t('Inactive')}
          </Badge>
          <LinkButton to={deskPaths.clients()}>{t('See all clients')}</LinkButton>
        </Row>
      </Row>
      <Text size="small" tone="muted">
        {tn(client.portfolios, '{n} portfolio', '{n} portfolios')} ·{' '}
        {client.updatedBy ? t('Last changed by {who}', { who: client.updatedBy }) : t('Last changed')}{' '}
        <DateText value={client.updatedAt} time near zone={zone} />
      </Text>
      <EntityForm
        at="page"
        draft={`client.${client.id}`}
        label={t('Client {name}', { name: client.name })}
        to={updateClient}
        params={{ clientId: client.id }}
        version={client.version}
        values={typedOf(createClient, client)}
        sections={() => clientSections(client.id)}
        newest={{ from: getClient, record: (one) => one, values: (one) => typedOf(createClient, one) }}
        again={['clients', 'client']}
        send={t('Save client')}
        failed={t('Nothing was changed')}
        onStored={({ name }) => showToast(t('{name} was saved', { name }), { tone: 'saved' })}
      />
      <ActiveCard
        name={client.name}
        active={client.active}
        notes={{
          on: t('New portfolios can be made for it.'),
          off: t(
            'It keeps its portfolios and loans. Its people cannot sign in, its loans are given to nobody else and its payment links are closed.',
          ),
        }}
        asks={t(
          'All its people are signed out and cannot sign in, its loans are given to nobody else and its payment links are closed. It keeps its portfolios and loans.',
        )}
        write={{
          mutate: (active, then) => activate.mutate(told(active), then),
          isPending: activate.isPending,
          problem: failedWrite(activate.error),
          reset: activate.reset,
        }}
        takeBack={(active, then) => takeBack.mutate(told(active), then)}
      />
    </>
  );
}
