/** Setting a tenant up: five steps, kept as a draft between visits, and at the end the link for its first administrator. */

import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { INVITATION_DAYS, type Invitation, type Tenant, validateTenantName } from '../../../../core/contract/tenants';
import { LANGUAGES } from '../../../../core/domain/languages';
import { type ProductCategory, STANDARD_BUCKETS, USUAL_PRODUCTS } from '../../../../core/domain/lookups';
import { ApiError, failedWrite, fieldWords, useApi } from '../../../api';
import { said, t } from '../../../i18n';
import { Banner, Button, Card, Field, Heading, Row, Select, Stack, Text, TextInput, useToast } from '../../../ui';
import {
  DraftNote,
  FactLine,
  Facts,
  FormPart,
  institutionWord,
  ProblemNote,
  RecordForm,
  type RecordFormState,
  TextField,
  TicksField,
  useRecordForm,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { CATEGORY_WORDS } from '../client-form';
import { PARTY_LABELS } from '../party';
import { useTenantChanges } from '../queries';
import { ReachFields, TENANT_LABELS, TenantFields } from '../tenant-form';
import { useNameCheck } from '../use-name-check';
import {
  checkWizard,
  chosenProducts,
  hasAdministrator,
  STEPS,
  WIZARD_FIELDS,
  type WizardValues,
  wizardBody,
  wizardValues,
} from '../wizard-form';
import { InvitationLink } from './invitation-link';
import { PartyFields } from './party-fields';

const Steps = chakra('ol', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '1',
    fontSize: 'small',
    color: 'muted',
    '& > li[aria-current=step]': { color: 'accent-ink', fontWeight: 'bold' },
    '& > li[data-done]': { color: 'ink' },
  },
});

/** The server's fields under the wizard's names, so that each message stands beside its input. */
const renamed = (error: unknown): unknown =>
  error instanceof ApiError && error.detail.fields
    ? new ApiError(error.message, {
        ...error.detail,
        fields: error.detail.fields.map(({ path, message }) => ({ path: WIZARD_FIELDS[path] ?? path, message })),
      })
    : error;

export interface Onboarded {
  tenant: Tenant;
  invitation: Invitation | null;
}

export function TenantWizard({ onClose, onOpen }: { onClose: () => void; onOpen: (id: string) => void }) {
  const api = useApi();
  const zone = useZone();
  const toast = useToast();
  const { create, activate } = useTenantChanges();
  const form = useRecordForm('tenant.new', { version: 0, values: wizardValues() }, checkWizard);
  const [made, setMade] = useState<Onboarded>();
  const heading = useRef<HTMLHeadingElement>(null);
  const values = form.typed;
  const last = STEPS.length - 1;
  const step = Math.min(Math.max(values.step, 0), last);
  const verdict = useNameCheck('tenant', values.name, '', async (name, signal) => {
    const { data } = await api.call(validateTenantName, { query: { name }, signal });
    return data;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its heading
  useEffect(() => heading.current?.focus(), [step, made]);

  const goTo = (to: number) => form.set({ step: to });
  const firstWrong = () => {
    const wrong = checkWizard(values);
    if (verdict.state === 'taken') wrong.name = verdict.message;
    return STEPS.findIndex(({ fields }) => fields.some((field) => wrong[field]));
  };

  async function send(thenActivate: boolean): Promise<boolean> {
    if (create.isPending || activate.isPending) return true;
    const wrong = firstWrong();
    if (wrong >= 0) {
      form.check();
      goTo(wrong);
      return false;
    }
    try {
      const done = await create.mutateAsync(wizardBody(values));
      form.discard();
      let { tenant } = done;
      if (thenActivate) {
        // Set up it is, whatever becomes of this: the list offers it again.
        tenant = await activate
          .mutateAsync({ params: { tenantId: tenant.id }, body: { active: true } })
          .catch(() => tenant);
      }
      toast(t('{name} was set up', { name: tenant.name }), { tone: 'saved' });
      setMade({ tenant, invitation: done.invitation });
      return true;
    } catch (error) {
      const known = renamed(error);
      if (!form.refuse(fieldWords(known))) return true;
      const fields = known instanceof ApiError ? (known.detail.fields ?? []) : [];
      const at = STEPS.findIndex((one) => fields.some(({ path }) => one.fields.includes(path)));
      if (at >= 0) goTo(at);
      return false;
    }
  }

  async function next(): Promise<boolean> {
    if (step === last) return send(hasAdministrator(values));
    const fields = STEPS[step]?.fields ?? [];
    const wrong = checkWizard(values);
    for (const field of fields) form.leave(field);
    if (fields.some((field) => wrong[field]) || (step === 0 && verdict.state === 'taken')) return false;
    goTo(step + 1);
    return true;
  }

  const problem = create.error && !create.isPending ? failedWrite(create.error) : undefined;
  if (made) {
    return (
      <Card padding={{ base: '4', md: '6' }}>
        <Stack gap="5">
          <Heading ref={heading} tabIndex={-1} as="h2" outline="none">
            {t('{name} is set up', { name: made.tenant.name })}
          </Heading>
          {made.tenant.status === 'active' ? (
            <Banner tone="paid" title={t('It is active: its people can sign in.')} />
          ) : (
            <Banner title={t('It is a draft: nobody can sign in there until you activate it.')} />
          )}
          {made.invitation && <InvitationLink invitation={made.invitation} />}
          <Row>
            <Button look="primary" onClick={() => onOpen(made.tenant.id)}>
              {t('Open it')}
            </Button>
            <Button onClick={onClose}>{t('See all tenants')}</Button>
          </Row>
        </Stack>
      </Card>
    );
  }
  return (
    <Card padding={{ base: '4', md: '6' }}>
      <RecordForm label={t('New tenant')} onSend={next}>
        <Stack gap="2">
          <Steps aria-label={t('Steps')}>
            {STEPS.map(({ title }, index) => (
              <li key={title} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
                {index + 1}. {t(title)}
              </li>
            ))}
          </Steps>
          <Heading ref={heading} tabIndex={-1} as="h2" size="title" outline="none">
            {t(STEPS[step]?.title ?? '')}
          </Heading>
        </Stack>
        {form.draftAt !== undefined && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
        {step === 0 && <TenantFields form={form} verdict={verdict} wide />}
        {step === 1 && <PartyFields form={form} />}
        {step === 2 && (
          <>
            <Products form={form} />
            <ReachFields form={form} wide={false} />
          </>
        )}
        {step === 3 && (
          <FormPart
            title={t('Who sets up the rest')}
            note={t('They get a mail with a link, good for {days} days, and choose their password themselves.', {
              days: INVITATION_DAYS,
            })}
          >
            <TextField form={form} name="adminName" label={t('Full name')} maxLength={120} />
            <TextField
              form={form}
              name="adminEmail"
              label={t('Email, which is their user name')}
              kind="email"
              maxLength={254}
            />
            <TextField
              form={form}
              name="adminMobile"
              label={t('Mobile of the administrator')}
              kind="digits"
              maxLength={10}
            />
          </FormPart>
        )}
        {step === last && <Review values={values} />}
        {problem && <ProblemNote tone="danger" title={t('The tenant was not set up')} problem={problem} />}
        <Row apart gap="3">
          <Row>
            <Button type="submit" look="primary" busy={create.isPending || activate.isPending}>
              {step < last
                ? t('Next: {step}', { step: t(STEPS[step + 1]?.title ?? '') })
                : hasAdministrator(values)
                  ? t('Set up and activate')
                  : t('Set up as a draft')}
            </Button>
            {step === last && hasAdministrator(values) && (
              <Button onClick={() => void send(false)}>{t('Set up as a draft')}</Button>
            )}
            {step > 0 && (
              <Button icon="back" onClick={() => goTo(step - 1)}>
                {t('Back')}
              </Button>
            )}
          </Row>
          <Button look="plain" onClick={onClose}>
            {t('Keep the draft and leave')}
          </Button>
        </Row>
      </RecordForm>
    </Card>
  );
}

function Products({ form }: { form: RecordFormState<WizardValues> }) {
  const [name, setName] = useState('');
  const [category, setCategory] = useState<ProductCategory>('unsecured');
  const { ownProducts } = form.typed;
  const taken = [...USUAL_PRODUCTS, ...ownProducts].some((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  function add() {
    if (name.trim() === '' || taken) return;
    form.set({ ownProducts: [...ownProducts, { name: name.trim(), category }] });
    setName('');
  }
  return (
    <FormPart
      title={t('Products')}
      note={t('What it collects on. The buckets {buckets} are always there; more can be added later.', {
        buckets: STANDARD_BUCKETS.map(({ label }) => label).join(', '),
      })}
      wide={false}
    >
      {(['unsecured', 'secured'] as const).map((kind) => (
        <TicksField
          key={kind}
          form={form}
          name="products"
          label={t(CATEGORY_WORDS[kind])}
          options={USUAL_PRODUCTS.filter((one) => one.category === kind).map((one) => ({
            value: one.name,
            label: t(one.name),
          }))}
        />
      ))}
      <Row gap="3" alignItems="flex-end">
        <Field label={t('Another product')} optional error={taken ? t('It is in the list already') : undefined}>
          <TextInput
            value={name}
            onChange={setName}
            maxLength={60}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || name.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
        </Field>
        <Field label={t('Category')}>
          <Select
            value={category}
            onChange={setCategory}
            options={(['unsecured', 'secured'] as const).map((kind) => ({
              value: kind,
              label: t(CATEGORY_WORDS[kind]),
            }))}
          />
        </Field>
        <Button icon="plus" onClick={add}>
          {t('Add product')}
        </Button>
      </Row>
      {ownProducts.length > 0 && (
        <Row gap="2">
          {ownProducts.map((one) => (
            <Button
              key={one.name}
              small
              look="soft"
              icon="close"
              aria-label={t('Remove {name}', { name: one.name })}
              onClick={() => form.set({ ownProducts: ownProducts.filter((held) => held !== one) })}
            >
              {one.name} · {t(CATEGORY_WORDS[one.category])}
            </Button>
          ))}
        </Row>
      )}
    </FormPart>
  );
}

function Review({ values }: { values: WizardValues }) {
  const languages = LANGUAGES.filter(({ code }) => values.languages.includes(code)).map(({ name }) => name);
  const rows: [string, string][] = [
    [TENANT_LABELS.name, values.name],
    [TENANT_LABELS.institution, institutionWord(values.institution)],
    [TENANT_LABELS.zone, values.zone],
    [TENANT_LABELS.maxPtpDays, values.maxPtpDays],
    [TENANT_LABELS.mailDomains, values.mailDomains || t('any address')],
    ...(Object.entries(PARTY_LABELS) as [keyof typeof PARTY_LABELS, string][]).map(
      ([field, label]): [string, string] => [label, values[field]],
    ),
    [
      'Products',
      chosenProducts(values)
        .map(({ name }) => t(name))
        .join(', '),
    ],
    [TENANT_LABELS.languages, languages.join(', ') || t('All')],
    [TENANT_LABELS.regions, values.regions.map((region) => said(region)).join(', ') || t('All')],
    ['First administrator', [values.adminName, values.adminEmail].filter(Boolean).join(' · ')],
  ];
  return (
    <Stack gap="4">
      <Facts>
        {rows.map(([label, value]) => (
          <FactLine key={label} name={said(label)}>
            {value.trim() === '' ? '—' : value}
          </FactLine>
        ))}
      </Facts>
      {!hasAdministrator(values) && (
        <Banner tone="warn" title={t('Without an administrator it stays a draft')}>
          <Text>{t('Nobody could sign in. You can add one now or later.')}</Text>
        </Banner>
      )}
    </Stack>
  );
}
