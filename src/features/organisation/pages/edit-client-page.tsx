/** /client/edit?id=: one client in its form. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Client, getClient, validateClientName } from '../../../../core/contract/clients';
import { ApiError, failedWrite, fieldWords, problemOf, screenWords, useApi } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import {
  Badge,
  Button,
  Card,
  DateText,
  EmptyState,
  LinkButton,
  Row,
  Skeleton,
  showToast,
  Text,
  useToast,
} from '../../../ui';
import {
  ConfirmDialog,
  DeskPage,
  DeskTitle,
  DraftNote,
  ProblemNote,
  ProblemState,
  RecordForm,
  SaveKeys,
  Switch,
  useRecordForm,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { CLIENT_LABELS, ClientFields, checkClient, clientBody, clientValues } from '../client-form';
import { Conflict } from '../components/conflict';
import { useClient, useClientChanges } from '../queries';
import { useNameCheck } from '../use-name-check';

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
  const api = useApi();
  const zone = useZone();
  const toast = useToast();
  const { update, activate, takeBack } = useClientChanges();
  const [asking, setAsking] = useState(false);
  const held = { version: client.version, values: clientValues(client) };
  const form = useRecordForm(`client.${client.id}`, held, checkClient);
  const [newest, setNewest] = useState<Client>();
  const verdict = useNameCheck(`client.${client.id}`, form.typed.name, client.name, async (name, signal) => {
    const { data } = await api.call(validateClientName, { query: { name, clientId: client.id }, signal });
    return data;
  });
  const problem = update.error && !newest && !update.isPending ? failedWrite(update.error) : undefined;
  const params = { clientId: client.id };

  async function save(version: number): Promise<boolean> {
    if (!form.check() || verdict.state === 'taken') return false;
    if (update.isPending) return true;
    try {
      const saved = await update.mutateAsync({ params, body: { version, ...clientBody(form.typed) } });
      form.discard();
      setNewest(undefined);
      toast(t('{name} was saved', { name: saved.name }), { tone: 'saved' });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.detail.code === 'conflict') {
        setNewest((await api.call(getClient, { params })).data);
        return true;
      }
      return !form.refuse(fieldWords(error));
    }
  }

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
      <Card padding={{ base: '4', md: '6' }}>
        <RecordForm label={t('Client {name}', { name: client.name })} onSend={() => save(form.version)}>
          {form.draftAt !== undefined && !newest && (
            <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />
          )}
          {newest && (
            <Conflict
              labels={CLIENT_LABELS}
              mine={form.typed}
              theirs={clientValues(newest)}
              newest={newest}
              busy={update.isPending}
              onKeepMine={() => void save(newest.version)}
              onTakeTheirs={() => {
                form.discard();
                setNewest(undefined);
              }}
            />
          )}
          <ClientFields form={form} verdict={verdict} />
          {problem && <ProblemNote tone="danger" title={t('Nothing was changed')} problem={problem} />}
          <Row gap="3">
            <Button type="submit" look="primary" busy={update.isPending}>
              {t('Save client')}
            </Button>
            {form.dirty && <Button onClick={form.discard}>{t('Undo my changes')}</Button>}
            <SaveKeys />
          </Row>
        </RecordForm>
      </Card>
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
