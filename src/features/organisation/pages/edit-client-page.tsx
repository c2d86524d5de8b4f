/** /client/edit?id=: one client in its form. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Client, createClient, getClient, updateClient } from '../../../../core/contract/clients';
import { failedWrite, problemOf, screenWords } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Card, DateText, EmptyState, LinkButton, Row, Skeleton, showToast, Text } from '../../../ui';
import { ConfirmDialog, DeskPage, DeskTitle, ProblemNote, ProblemState, Switch } from '../../../ui/kit';
import { EntityForm, typedOf } from '../../forms';
import { useZone } from '../../session';
import { clientSections } from '../client-form';
import { useClient, useClientSwitch } from '../queries';

export default function EditClientPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { data, error, refetch } = useClient(id);
  const words = error ? screenWords(error) : undefined;
  const all = <LinkButton to={deskPaths.clients()}>{t('See all clients')}</LinkButton>;
  if (id === '')
    return (
      <DeskPage narrow>
        <DeskTitle>{t('Edit Client')}</DeskTitle>
        <EmptyState icon="search" title={t('Which client?')} action={all}>
          {t('Choose one from the list to change it.')}
        </EmptyState>
      </DeskPage>
    );
  return (
    <DeskPage narrow>
      {!data && <DeskTitle>{t('Edit Client')}</DeskTitle>}
      {!data && !words && <Skeleton lines={10} height="2rem" />}
      {!data && words && <ProblemState problem={problemOf(error)} retry={refetch} action={all} />}
      {data && <EditClient key={data.id} client={data} />}
    </DeskPage>
  );
}

function EditClient({ client }: { client: Client }) {
  const zone = useZone();
  const { activate, takeBack } = useClientSwitch();
  const [asking, setAsking] = useState(false);
  const params = { clientId: client.id };

  function switchTo(active: boolean) {
    const said = (to: boolean) => t(to ? '{name} is active' : '{name} is switched off', { name: client.name });
    const undo = () =>
      takeBack.mutate({ params, body: { active: !active } }, { onSuccess: () => showToast(said(!active)) });
    activate.mutate(
      { params, body: { active } },
      {
        onSuccess: () => {
          setAsking(false);
          showToast(said(active), { action: { label: t('Undo'), onClick: undo } });
        },
      },
    );
  }

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
        params={params}
        version={client.version}
        values={typedOf(createClient, client)}
        sections={() => clientSections(client.id)}
        newest={{ from: getClient, record: (one) => one, values: (one) => typedOf(createClient, one) }}
        again={['clients', 'client']}
        send={t('Save client')}
        failed={t('Nothing was changed')}
        onStored={({ name }) => showToast(t('{name} was saved', { name }), { tone: 'saved' })}
      />
      <Card padding={{ base: '4', md: '6' }}>
        <Switch
          label={t('Active')}
          note={
            client.active
              ? t('New portfolios can be made for it.')
              : t(
                  'It keeps its portfolios and loans. Its people cannot sign in, its loans are given to nobody else and its payment links are closed.',
                )
          }
          on={client.active}
          disabled={activate.isPending}
          onChange={(active) => {
            if (active) return switchTo(true);
            activate.reset();
            setAsking(true);
          }}
        />
        {!asking && (
          <ProblemNote tone="danger" title={t('Nothing was changed')} problem={failedWrite(activate.error)} />
        )}
        {asking && (
          <ConfirmDialog
            title={t('Switch {name} off?', { name: client.name })}
            confirm={t('Switch off')}
            danger
            busy={activate.isPending}
            problem={failedWrite(activate.error)}
            onConfirm={() => switchTo(false)}
            onClose={() => {
              activate.reset();
              setAsking(false);
            }}
          >
            {t(
              'All its people are signed out and cannot sign in, its loans are given to nobody else and its payment links are closed. It keeps its portfolios and loans.',
            )}
          </ConfirmDialog>
        )}
      </Card>
    </>
  );
}
