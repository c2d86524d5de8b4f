/** A tenant beside the list: whether its people can sign in, who administers it, its form, and of the own one the lookups. */

import { useState } from 'react';
import { SUPER_ADMINS } from '../../../../core/contract/organisation';
import {
  getTenant,
  type Invitation,
  type Tenant,
  updateTenant,
  validateTenantName,
} from '../../../../core/contract/tenants';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { email, type FormErrors, mobile, REQUIRED } from '../../../../core/domain/validators';
import { ApiError, failedWrite, fieldWords, problemOf, screenWords, useApi } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Button, DateText, Heading, Row, Skeleton, Stack, showToast, Text, useToast } from '../../../ui';
import {
  ConfirmDialog,
  DraftNote,
  FormPart,
  type Look,
  LookBadge,
  ProblemNote,
  ProblemState,
  RecordForm,
  SidePanel,
  TextField,
  useRecordForm,
} from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useTenant, useTenantChanges } from '../queries';
import { checkTenant, ReachFields, TENANT_LABELS, TenantFields, tenantBody, tenantValues } from '../tenant-form';
import { useNameCheck } from '../use-name-check';
import { Conflict } from './conflict';
import { InvitationLink } from './invitation-link';
import { LookupLists } from './lookup-lists';
import { PartyFields } from './party-fields';

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
  const { activate } = useTenantChanges();
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

interface PersonValues {
  fullName: string;
  email: string;
  mobile: string;
}
function checkPerson(values: PersonValues): FormErrors {
  const errors: FormErrors = {};
  if (values.fullName.trim() === '') errors.fullName = REQUIRED;
  const wrong = values.email.trim() === '' ? REQUIRED : email(values.email.trim());
  if (wrong) errors.email = wrong;
  const wrongMobile = mobile(values.mobile.trim());
  if (wrongMobile) errors.mobile = wrongMobile;
  return errors;
}
const NOBODY: PersonValues = { fullName: '', email: '', mobile: '' };

function Administrators({
  tenant,
  list,
  mayManage,
}: {
  tenant: Tenant;
  list: readonly { id: string; fullName: string; username: string; active: boolean }[];
  mayManage: boolean;
}) {
  const { invite } = useTenantChanges();
  const [adding, setAdding] = useState(false);
  const [invited, setInvited] = useState<Invitation>();
  const form = useRecordForm(`tenant.${tenant.id}.administrator`, { version: 0, values: NOBODY }, checkPerson);
  async function send(): Promise<boolean> {
    if (!form.check()) return false;
    if (invite.isPending) return true;
    const { fullName, email: address, mobile: number } = form.typed;
    try {
      const invitation = await invite.mutateAsync({
        params: { tenantId: tenant.id },
        body: { fullName: fullName.trim(), email: address.trim(), mobile: number.trim() || null },
      });
      form.discard();
      setAdding(false);
      setInvited(invitation);
      return true;
    } catch (error) {
      return !form.refuse(fieldWords(error));
    }
  }
  const problem = invite.error && !invite.isPending ? failedWrite(invite.error) : undefined;
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
        <RecordForm label={t('New administrator')} onSend={send}>
          <FormPart title={t('New administrator')} wide={false}>
            <TextField form={form} name="fullName" label={t('Full name')} required maxLength={120} />
            <TextField
              form={form}
              name="email"
              label={t('Email, which is their user name')}
              required
              kind="email"
              maxLength={254}
            />
            <TextField
              form={form}
              name="mobile"
              label={t('Mobile of the administrator')}
              kind="digits"
              maxLength={10}
            />
          </FormPart>
          {problem && <ProblemNote tone="danger" title={t('Nobody was added')} problem={problem} />}
          <Row>
            <Button type="submit" look="primary" busy={invite.isPending}>
              {t('Add and send the link')}
            </Button>
            <Button onClick={() => setAdding(false)}>{t('Cancel')}</Button>
          </Row>
        </RecordForm>
      )}
    </Stack>
  );
}

function EditTenant({ tenant }: { tenant: Tenant }) {
  const api = useApi();
  const zone = useZone();
  const toast = useToast();
  const { update } = useTenantChanges();
  const held = { version: tenant.version, values: tenantValues(tenant) };
  const form = useRecordForm(`tenant.${tenant.id}`, held, checkTenant);
  const [newest, setNewest] = useState<Tenant>();
  const params = { tenantId: tenant.id };
  const verdict = useNameCheck(`tenant.${tenant.id}`, form.typed.name, tenant.name, async (name, signal) => {
    const { data } = await api.call(validateTenantName, { query: { name, tenantId: tenant.id }, signal });
    return data;
  });
  const problem = update.error && !newest && !update.isPending ? failedWrite(update.error) : undefined;

  async function save(version: number): Promise<boolean> {
    if (!form.check() || verdict.state === 'taken') return false;
    if (update.isPending) return true;
    try {
      const saved = await update.mutateAsync({ params, body: { version, ...tenantBody(form.typed) } });
      form.discard();
      setNewest(undefined);
      toast(t('{name} was saved', { name: saved.name }), { tone: 'saved' });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.detail.code === 'conflict') {
        setNewest((await api.call(getTenant, { params })).data.tenant);
        return true;
      }
      return !form.refuse(fieldWords(error));
    }
  }

  return (
    <RecordForm label={t('Tenant {name}', { name: tenant.name })} onSend={() => save(form.version)}>
      {form.draftAt !== undefined && !newest && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
      {newest && (
        <Conflict
          labels={TENANT_LABELS}
          mine={form.typed}
          theirs={tenantValues(newest)}
          newest={newest}
          busy={update.isPending}
          onKeepMine={() => void save(newest.version)}
          onTakeTheirs={() => {
            form.discard();
            setNewest(undefined);
          }}
        />
      )}
      <TenantFields form={form} verdict={verdict} wide={false} />
      <PartyFields form={form} wide={false} />
      <ReachFields form={form} wide={false} />
      {problem && <ProblemNote tone="danger" title={t('Nothing was changed')} problem={problem} />}
      <Row>
        <Button type="submit" look="primary" busy={update.isPending}>
          {t('Save tenant')}
        </Button>
        {form.dirty && <Button onClick={form.discard}>{t('Undo my changes')}</Button>}
      </Row>
    </RecordForm>
  );
}
