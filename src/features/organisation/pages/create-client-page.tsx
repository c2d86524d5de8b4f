/** /create-client and /old-create-client: one form for a new client. */
import { useState } from 'react';
import { type Client, validateClientName } from '../../../../core/contract/clients';
import { failedWrite, fieldWords, useApi } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Banner, Button, Card, LinkButton, Row, Stack, useToast } from '../../../ui';
import { DeskPage, DeskTitle, DraftNote, ProblemNote, RecordForm, SaveKeys, useRecordForm } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { ClientFields, checkClient, clientBody, clientValues } from '../client-form';
import { useClientChanges } from '../queries';
import { useNameCheck } from '../use-name-check';

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
  const api = useApi();
  const zone = useZone();
  const toast = useToast();
  const { create } = useClientChanges();
  const form = useRecordForm('client.new', { version: 0, values: clientValues() }, checkClient);
  const verdict = useNameCheck('client', form.typed.name, '', async (name, signal) => {
    const { data } = await api.call(validateClientName, { query: { name }, signal });
    return data;
  });
  const problem = create.error && !create.isPending ? failedWrite(create.error) : undefined;

  async function send(): Promise<boolean> {
    if (!form.check() || verdict.state === 'taken') return false;
    if (create.isPending) return true;
    try {
      const client = await create.mutateAsync(clientBody(form.typed));
      form.discard();
      toast(t('{name} was added', { name: client.name }), { tone: 'saved' });
      onMade(client);
      return true;
    } catch (error) {
      return !form.refuse(fieldWords(error));
    }
  }

  return (
    <Card padding={{ base: '4', md: '6' }}>
      <RecordForm label={t('New client')} onSend={send}>
        {form.draftAt !== undefined && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
        <ClientFields form={form} verdict={verdict} />
        {problem && <ProblemNote tone="danger" title={t('The client was not added')} problem={problem} />}
        <Row gap="3">
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Add client')}
          </Button>
          <SaveKeys />
        </Row>
      </RecordForm>
    </Card>
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
