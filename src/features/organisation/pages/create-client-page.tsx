/** /create-client and /old-create-client: one form for a new client. */
import { useState } from 'react';
import { type Client, createClient } from '../../../../core/contract/clients';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Banner, Button, Card, LinkButton, Row, Stack, showToast } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { EntityForm, typedOf } from '../../forms';
import { useSignedIn } from '../../session';
import { clientSections } from '../client-form';

export default function CreateClientPage() {
  const [made, setMade] = useState<Client>();
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Add Client')}</DeskTitle>
      {made ? <Made client={made} onAgain={() => setMade(undefined)} /> : <NewClient onMade={setMade} />}
    </DeskPage>
  );
}

function NewClient({ onMade }: { onMade: (client: Client) => void }) {
  return (
    <EntityForm
      at="page"
      draft="client.new"
      label={t('New client')}
      to={createClient}
      values={typedOf(createClient)}
      sections={() => clientSections()}
      again={['clients', 'client']}
      send={t('Add client')}
      failed={t('The client was not added')}
      onStored={(client) => {
        showToast(t('{name} was added', { name: client.name }), { tone: 'saved' });
        onMade(client);
      }}
    />
  );
}

function Made({ client, onAgain }: { client: Client; onAgain: () => void }) {
  const { profile } = useSignedIn();
  const lists = mayEnter(profile.role, routeOf('clients'));
  return (
    <Card padding={{ base: '4', md: '6' }}>
      <Stack gap="4">
        <Banner tone="paid" title={t('{name} was added', { name: client.name })}>
          {t('It can have portfolios from now on.')}
        </Banner>
        <Row>
          <Button look="primary" autoFocus onClick={onAgain}>
            {t('Add another client')}
          </Button>
          {lists && <LinkButton to={deskPaths.clients()}>{t('See all clients')}</LinkButton>}
          {mayEnter(profile.role, routeOf('clientEdit')) && (
            <LinkButton to={deskPaths.editClient(client.id)}>{t('Open it')}</LinkButton>
          )}
        </Row>
      </Stack>
    </Card>
  );
}
