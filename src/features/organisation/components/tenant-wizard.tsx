/** Setting a tenant up: five steps, kept as a draft between visits, and at the end the link for its first administrator. */
import { useEffect, useRef, useState } from 'react';
import { createTenant, type Invitation, type Tenant } from '../../../../core/contract/tenants';
import { t } from '../../../i18n';
import { Banner, Button, Card, Heading, Row, Stack, showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { useTenantSwitch } from '../queries';
import { TENANTS } from '../tenant-form';
import {
  checkWizard,
  hasAdministrator,
  WIZARD_FIELDS,
  type WizardValues,
  wizardBody,
  wizardValues,
} from '../wizard-form';
import { wizardSections, wizardSteps } from '../wizard-sections';
import { InvitationLink } from './invitation-link';

interface Onboarded {
  tenant: Tenant;
  invitation: Invitation | null;
}

export function TenantWizard({ onClose, onOpen }: { onClose: () => void; onOpen: (id: string) => void }) {
  const activate = useTenantSwitch();
  const [made, setMade] = useState<Onboarded>();
  const asDraft = useRef(false);

  async function stored({ tenant, invitation }: Onboarded, values: WizardValues) {
    // Set up it is, whatever becomes of this: the list offers it again.
    const active = hasAdministrator(values) && !asDraft.current;
    const call = { params: { tenantId: tenant.id }, body: { active } };
    const known = active ? await activate.mutateAsync(call).catch(() => tenant) : tenant;
    showToast(t('{name} was set up', { name: known.name }), { tone: 'saved' });
    setMade({ tenant: known, invitation });
  }

  if (made) return <Made {...made} onClose={onClose} onOpen={onOpen} />;
  return (
    <EntityForm
      at="page"
      draft="tenant.new"
      label={t('New tenant')}
      to={createTenant}
      values={wizardValues()}
      steps={wizardSteps()}
      sections={wizardSections}
      also={wizardBody}
      check={checkWizard}
      paths={WIZARD_FIELDS}
      again={TENANTS}
      send={(values) => (hasAdministrator(values) ? t('Set up and activate') : t('Set up as a draft'))}
      beside={(values, send) =>
        hasAdministrator(values) && (
          <Button
            onClick={() => {
              asDraft.current = true;
              void send().finally(() => {
                asDraft.current = false;
              });
            }}
          >
            {t('Set up as a draft')}
          </Button>
        )
      }
      busy={activate.isPending}
      failed={t('The tenant was not set up')}
      onStored={stored}
      onClose={onClose}
    />
  );
}

function Made({
  tenant,
  invitation,
  onClose,
  onOpen,
}: Onboarded & { onClose: () => void; onOpen: (id: string) => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card padding={{ base: '4', md: '6' }}>
      <Stack gap="5">
        <Heading ref={heading} tabIndex={-1} as="h2" outline="none">
          {t('{name} is set up', { name: tenant.name })}
        </Heading>
        {tenant.status === 'active' ? (
          <Banner tone="paid" title={t('It is active: its people can sign in.')} />
        ) : (
          <Banner title={t('It is a draft: nobody can sign in there until you activate it.')} />
        )}
        {invitation && <InvitationLink invitation={invitation} />}
        <Row>
          <Button look="primary" onClick={() => onOpen(tenant.id)}>
            {t('Open it')}
          </Button>
          <Button onClick={onClose}>{t('See all tenants')}</Button>
        </Row>
      </Stack>
    </Card>
  );
}
