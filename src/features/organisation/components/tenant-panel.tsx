/** A tenant beside the list: whether its people can sign in, who administers it, its form, and of the own one the lookups. */

import { useState } from 'react';
import { SUPER_ADMINS } from '../../../../core/contract/organisation';
import {
  addAdministrator,
  getTenant,
  type Invitation,
  type Tenant,
  updateTenant,
} from '../../../../core/contract/tenants';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { failedWrite, problemOf, screenWords } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Button, DateText, Heading, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, type Look, LookBadge, ProblemNote, ProblemState, SidePanel } from '../../../ui/kit';
import { EntityForm, typedOf } from '../../forms';
import { useSignedIn, useZone } from '../../session';
import { useTenant, useTenantSwitch } from '../queries';
import { checkTenant, TENANTS, tenantBody, tenantSections, tenantValues } from '../tenant-form';
import { InvitationLink } from './invitation-link';
import { LookupLists } from './lookup-lists';

const STATUS_LOOK = {
  draft: { tone: 'neutral', icon: 'edit', words: 'Draft' },
  active: { tone: 'paid', icon: 'check', words: 'Active' },
  inactive: { tone: 'neutral', icon: 'blocked', words: 'Inactive' },
} as const;

export const statusLook = (status: Tenant['status']): Look => ({
  ...STATUS_LOOK[status],
  words: t(STATUS_LOOK[status].words),
});

const supers: readonly Role[] = SUPER_ADMINS;
/** Whether the signed-in user sets tenants up. */
export function useIsSuperAdmin(): boolean {
  const role = parseRole(useSignedIn().profile.role);
  return role !== undefined && supers.includes(role);
}

export function TenantPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useTenant(id);
  const zone = useZone();
  const words = error && !data ? screenWords(error) : undefined;
  const mayManage = useIsSuperAdmin();
  const tenant = data?.tenant;
  const mayEdit = mayAsk(updateTenant, useSignedIn().profile);
  return (
    <SidePanel
      about={id}
      label={tenant ? t('Tenant {name}', { name: tenant.name }) : t('Tenant')}
      title={tenant?.name ?? t('Tenant')}
      line={
        tenant ? (
          <>
            {tenant.own && `${t('Your own')} · `}
            {t('Set up')} <DateText value={tenant.createdAt} zone={zone} />
          </>
        ) : (
          ' '
        )
      }
      closeLabel={t('Close the tenant (Esc)')}
      onClose={onClose}
    >
      {!data && !words && <Skeleton lines={8} height="2rem" />}
      {words && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {data && (
        <>
          <Activation tenant={data.tenant} mayManage={mayManage} />
          <Administrators tenant={data.tenant} list={data.administrators} mayManage={mayManage} />
          {mayEdit ? (
            <EditTenant key={data.tenant.id} tenant={data.tenant} />
          ) : (
            <Text tone="muted">{t('Its settings are changed by administrators of the whole tenant.')}</Text>
          )}
          {data.tenant.own && <LookupLists />}
        </>
      )}
    </SidePanel>
  );
}

function Activation({ tenant, mayManage }: { tenant: Tenant; mayManage: boolean }) {
  const activate = useTenantSwitch();
  const [asking, setAsking] = useState(false);
  const active = tenant.status === 'active';
  const put = (to: boolean) =>
    activate.mutate(
      { params: { tenantId: tenant.id }, body: { active: to } },
      {
        onSuccess: () => {
          setAsking(false);
          showToast(t(to ? '{name} is active' : '{name} is switched off', { name: tenant.name }));
        },
        onError: () => setAsking(false),
      },
    );
  return (
    <Stack as="section" gap="2" aria-label={t('Status')}>
      <Row apart>
        <LookBadge {...statusLook(tenant.status)} />
        {mayManage && !tenant.own && (
          <Button
            look={active ? 'quiet' : 'primary'}
            busy={activate.isPending}
            onClick={() => (active ? setAsking(true) : put(true))}
          >
            {active ? t('Switch off') : t('Activate')}
          </Button>
        )}
      </Row>
      <Text size="small" tone="muted">
        {active ? t('Its people can sign in.') : t('Nobody can sign in there until it is activated.')}
      </Text>
      {activate.error && !activate.isPending && (
        <ProblemNote tone="danger" title={t('Nothing was changed')} problem={failedWrite(activate.error)} />
      )}
      {asking && (
        <ConfirmDialog
          title={t('Switch {name} off?', { name: tenant.name })}
          confirm={t('Switch off')}
          danger
          busy={activate.isPending}
          onConfirm={() => put(false)}
          onClose={() => setAsking(false)}
        >
          {t(
            'Everybody there is signed out within half a minute and its payment links are closed. What phones hold stays on them and goes out when it is active again.',
          )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Administrators({
  tenant,
  list,
  mayManage,
}: {
  tenant: Tenant;
  list: readonly { id: string; fullName: string; username: string; active: boolean }[];
  mayManage: boolean;
}) {
  const [adding, setAdding] = useState(false);
  const [invited, setInvited] = useState<Invitation>();
  return (
    <Stack as="section" gap="3">
      <Row apart>
        <Heading as="h3">{t('Administrators')}</Heading>
        {mayManage && !adding && (
          <Button small icon="plus" onClick={() => setAdding(true)}>
            {t('Add administrator')}
          </Button>
        )}
      </Row>
      {list.length === 0 && <Text tone="muted">{t('Nobody yet. Without one it cannot be activated.')}</Text>}
      <Stack as="ul" gap="1">
        {list.map((person) => (
          <li key={person.id}>
            <Text>{person.fullName}</Text>
            <Text size="small" tone="muted">
              {person.username}
              {!person.active && ` · ${t('Inactive')}`}
            </Text>
          </li>
        ))}
      </Stack>
      {invited && <InvitationLink invitation={invited} />}
      {adding && (
        <EntityForm
          at="panel"
          draft={`tenant.${tenant.id}.administrator`}
          label={t('New administrator')}
          to={addAdministrator}
          params={{ tenantId: tenant.id }}
          values={typedOf(addAdministrator)}
          sections={() => [
            {
              title: t('New administrator'),
              fields: {
                fullName: { label: t('Full name') },
                email: { label: t('Email, which is their user name'), required: true },
                mobile: { label: t('Mobile of the administrator') },
              },
            },
          ]}
          again={TENANTS}
          send={t('Add and send the link')}
          failed={t('Nobody was added')}
          onStored={(invitation) => {
            setAdding(false);
            setInvited(invitation);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}

function EditTenant({ tenant }: { tenant: Tenant }) {
  return (
    <EntityForm
      at="panel"
      draft={`tenant.${tenant.id}`}
      label={t('Tenant {name}', { name: tenant.name })}
      to={updateTenant}
      params={{ tenantId: tenant.id }}
      version={tenant.version}
      values={tenantValues(tenant)}
      sections={(values) => tenantSections(values, tenant.id)}
      also={tenantBody}
      check={checkTenant}
      newest={{ from: getTenant, record: (one) => one.tenant, values: (one) => tenantValues(one.tenant) }}
      again={TENANTS}
      send={t('Save tenant')}
      failed={t('Nothing was changed')}
      onStored={({ name }) => showToast(t('{name} was saved', { name }), { tone: 'saved' })}
    />
  );
}
