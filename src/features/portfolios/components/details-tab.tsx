/** The first tab: what the portfolio is, when it runs and who works it. */
import { useEffect, useRef, useState } from 'react';
import { type Portfolio, portfolioDetailsSchema } from '../../../../core/contract/portfolios';
import { AGEING_MODES, DEFAULT_AGEING, PAYMENT_EFFECTS, STAB_RULES } from '../../../../core/domain/ageing';
import { BUCKETS } from '../../../../core/domain/buckets';
import { INSTITUTIONS, REGIONS } from '../../../../core/domain/lookups';
import { portfolioNameProblem } from '../../../../core/domain/portfolio-rules';
import { ApiError, portfolioValidationFailure, successes } from '../../../api';
import { said, t } from '../../../i18n';
import {
  Card,
  ChipChoice,
  DayInput,
  Field,
  Heading,
  SegmentedChoice,
  Select,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { FieldGrid, institutionWord, MultiSelect, type Option } from '../../../ui/kit';
import { ageingWords, languageOptions, paymentEffectWords, regionWords, stabWords } from '../portfolio-words';
import { type Choices, type DetailsBody, useNameCheck, useSaveDetails } from '../queries';
import { problemsOf, TabFrame, useTabForm } from '../tab-form';

/** What stands in the form; an empty choice is one that was not made yet. */
type Values = Omit<DetailsBody, 'institutionType' | 'region'> & {
  institutionType: DetailsBody['institutionType'] | '';
  region: DetailsBody['region'] | '';
};

const EMPTY: Values = {
  name: '',
  clientId: '',
  institutionType: '',
  secured: false,
  products: [],
  buckets: [...BUCKETS],
  region: '',
  languages: [],
  startsOn: null,
  endsOn: null,
  ...DEFAULT_AGEING,
  agencyIds: [],
  managerIds: [],
  collectorIds: [],
  fieldAgentIds: [],
};

const valuesOf = (portfolio: Portfolio): Values => {
  const { name, clientId, institutionType, secured, products, buckets, region, languages } = portfolio;
  const { startsOn, endsOn, ageing, paymentEffect, stab, agencyIds, managerIds, collectorIds, fieldAgentIds } =
    portfolio;
  const what = { name, clientId, institutionType, secured, products, buckets, region, languages };
  return { ...what, startsOn, endsOn, ageing, paymentEffect, stab, agencyIds, managerIds, collectorIds, fieldAgentIds };
};

type NameState = { state: 'unknown' | 'asking' | 'free' } | { state: 'wrong'; words: string };
const TYPING_MS = 350;

/** Asks the server about a name while it is typed; what is wrong with it by itself needs no asking. */
function useNameState(name: string, own: string | undefined, portfolioId: string | undefined): NameState {
  const check = useNameCheck();
  const ask = useRef(check);
  ask.current = check;
  const [answer, setAnswer] = useState<{ name: string; state: NameState }>();
  const typed = name.trim();
  const local = portfolioNameProblem(typed);
  const needless = typed === '' || local !== undefined || typed === own;
  useEffect(() => {
    if (needless) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask.current(typed, portfolioId, stop.signal).then(
        () => setAnswer({ name: typed, state: { state: 'free' } }),
        (error) => {
          if (stop.signal.aborted) return;
          const { status, title, message } = portfolioValidationFailure(error);
          const words = status === 422 ? message : `${title} ${message}`;
          setAnswer({ name: typed, state: { state: 'wrong', words } });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, needless, portfolioId]);
  if (typed === '') return { state: 'unknown' };
  // Nobody is told while they are still typing the first letters.
  if (local) return typed.length < 3 ? { state: 'unknown' } : { state: 'wrong', words: said(local) };
  if (typed === own) return { state: 'unknown' };
  return answer?.name === typed ? answer.state : { state: 'asking' };
}

/** Chosen people stay in the list though they may be gone from the choices. */
const withChosen = (
  options: readonly { id: string; name: string; hint: string }[],
  chosen: readonly { id: string; name: string }[],
): Option[] => {
  const listed = new Set(options.map(({ id }) => id));
  return [
    ...options.map(({ id, name, hint }) => ({ value: id, label: name, ...(hint && { hint }) })),
    ...chosen.filter(({ id }) => !listed.has(id)).map(({ id, name }) => ({ value: id, label: name })),
  ];
};

export function DetailsTab({
  id,
  portfolio,
  choices,
  zone,
  onSaved,
}: {
  id: string;
  /** Undefined for one that is new. */
  portfolio: Portfolio | undefined;
  choices: Choices;
  zone: string;
  onSaved: () => void;
}) {
  const save = useSaveDetails(id);
  const state = portfolio?.tabs.details;
  const isNew = portfolio === undefined;
  const form = useTabForm<Values>(
    isNew ? 'portfolio.new.details' : `portfolio.${id}.details`,
    { version: state?.version ?? 0, value: portfolio ? valuesOf(portfolio) : EMPTY },
    {
      check: (value) => problemsOf(portfolioDetailsSchema, value),
      send: (value, version) => save.mutateAsync({ value: portfolioDetailsSchema.parse(value), version, isNew }),
    },
  );
  const { value, change } = form;
  const name = useNameState(value.name, portfolio?.name, portfolio?.id);
  const error = (path: string) => {
    const words = form.error(path) ?? Object.entries(form.errors).find(([at]) => at.startsWith(`${path}.`))?.[1];
    return words && said(words);
  };
  const nameError = name.state === 'wrong' ? name.words : error('name');
  const client = choices.clients.find((one) => one.id === value.clientId);

  return (
    <TabFrame
      form={form}
      label={t('Details')}
      saveLabel={isNew ? t('Create portfolio') : t('Save details')}
      savedAt={state?.savedAt ?? null}
      savedBy={state?.savedBy ?? null}
      zone={zone}
      mayEdit={portfolio?.mayEdit ?? true}
      onSaved={() => {
        if (isNew) showToast(successes.portfolioAdded, { tone: 'saved' });
        onSaved();
      }}
    >
      <Card>
        <Stack gap="4">
          <Heading>{t('What it is')}</Heading>
          <FieldGrid>
            <Field
              label={t('Portfolio name')}
              required
              error={nameError}
              hint={
                name.state === 'free'
                  ? t('This name is free.')
                  : name.state === 'asking'
                    ? t('Asking whether this name is free…')
                    : t('3 to 80 characters; unique in this tenant')
              }
            >
              <TextInput
                value={value.name}
                maxLength={80}
                autoComplete="off"
                onChange={(typed) => change({ name: typed })}
              />
            </Field>
            <Field label={t('Tenant')}>
              <TextInput value={choices.tenant.name} onChange={() => undefined} readOnly disabled />
            </Field>
            <Field
              label={t('Client')}
              required
              error={error('clientId')}
              hint={choices.clients.length === 0 ? t('There is no active client yet. Add one first.') : undefined}
            >
              <Select
                value={value.clientId}
                placeholder={t('Choose')}
                onChange={(clientId) => {
                  const chosen = choices.clients.find((one) => one.id === clientId);
                  change({ clientId, institutionType: chosen?.institutionType ?? value.institutionType });
                }}
                options={[
                  ...choices.clients.map((one) => ({ value: one.id, label: one.name })),
                  ...(portfolio && !choices.clients.some((one) => one.id === portfolio.clientId)
                    ? [{ value: portfolio.clientId, label: portfolio.client.name }]
                    : []),
                ]}
              />
            </Field>
            <Field
              label={t('Institution type')}
              required
              error={error('institutionType')}
              hint={
                client
                  ? t('{client} is a {type}.', { client: client.name, type: institutionWord(client.institutionType) })
                  : undefined
              }
            >
              <Select
                value={value.institutionType}
                placeholder={t('Choose')}
                onChange={(institutionType) => change({ institutionType })}
                options={INSTITUTIONS.map((one) => ({ value: one, label: institutionWord(one) }))}
              />
            </Field>
            <Field label={t('Product category')} group required>
              <SegmentedChoice
                value={value.secured ? 'secured' : 'unsecured'}
                onChange={(kind) => change({ secured: kind === 'secured' })}
                options={[
                  { value: 'secured', label: t('Secured') },
                  { value: 'unsecured', label: t('Unsecured') },
                ]}
              />
            </Field>
            <ProductsField
              value={value.products}
              known={choices.products}
              error={error('products')}
              onChange={(products) => change({ products })}
            />
            <Field label={t('Region')} required error={error('region')}>
              <Select
                value={value.region}
                placeholder={t('Choose')}
                onChange={(region) => change({ region })}
                options={REGIONS.map((one) => ({ value: one, label: regionWords()[one] }))}
              />
            </Field>
            <Field
              label={t('Languages')}
              group
              required
              error={error('languages')}
              hint={t('In which borrowers are spoken to')}
            >
              <MultiSelect
                label={t('Languages')}
                options={languageOptions()}
                value={value.languages}
                onChange={(languages) => change({ languages })}
              />
            </Field>
          </FieldGrid>
          <Field label={t('Buckets (days past due)')} group required error={error('buckets')}>
            <ChipChoice
              multi
              value={value.buckets}
              onChange={(buckets) => change({ buckets: BUCKETS.filter((one) => buckets.includes(one)) })}
              options={BUCKETS.map((one) => ({ value: one, label: one }))}
            />
          </Field>
          <FieldGrid>
            <Field label={t('Starts on')} optional error={error('startsOn')}>
              <DayInput value={value.startsOn ?? ''} onChange={(day) => change({ startsOn: day || null })} />
            </Field>
            <Field label={t('Ends on')} optional error={error('endsOn')}>
              <DayInput
                min={value.startsOn ?? undefined}
                value={value.endsOn ?? ''}
                onChange={(day) => change({ endsOn: day || null })}
              />
            </Field>
            <AgeingFields value={value} onChange={change} />
          </FieldGrid>
        </Stack>
      </Card>
      <Card>
        <Stack gap="4">
          <Heading>{t('Who works it')}</Heading>
          <FieldGrid>
            {(
              [
                ['agencyIds', t('Agencies'), withChosen(choices.agencies, portfolio?.agencies ?? [])],
                ['managerIds', t('Managers'), withChosen(choices.managers, portfolio?.managers ?? [])],
                ['collectorIds', t('Telecallers'), withChosen(choices.collectors, portfolio?.collectors ?? [])],
                ['fieldAgentIds', t('Field agents'), withChosen(choices.fieldAgents, portfolio?.fieldAgents ?? [])],
              ] as const
            ).map(([list, label, options]) => (
              <Field
                key={list}
                label={label}
                group
                optional
                error={error(list)}
                hint={options.length === 0 ? t('Nobody to choose yet; they can be added later.') : undefined}
              >
                <MultiSelect
                  label={label}
                  options={options}
                  value={value[list]}
                  onChange={(ids) => change({ [list]: ids })}
                  disabled={options.length === 0}
                />
              </Field>
            ))}
          </FieldGrid>
          <Text size="small" tone="muted">
            {t(
              'Loans are not moved by this: it says who belongs to the portfolio, sees it and may be allocated its loans.',
            )}
          </Text>
        </Stack>
      </Card>
      {form.failure instanceof ApiError && form.failure.detail.code === 'invalid' && nameError && (
        <Text size="small" tone="danger" role="alert">
          {portfolioValidationFailure(form.failure).title} {portfolioValidationFailure(form.failure).message}
        </Text>
      )}
    </TabFrame>
  );
}

/** How days past due move between two files of the lender. */
function AgeingFields({
  value: { ageing, paymentEffect, stab },
  onChange,
}: {
  value: Pick<Values, 'ageing' | 'paymentEffect' | 'stab'>;
  onChange: (changed: Partial<Values>) => void;
}) {
  return (
    <>
      <Field label={t('Days past due between two files')} required>
        <Select
          value={ageing ?? DEFAULT_AGEING.ageing}
          onChange={(mode) => onChange({ ageing: mode })}
          options={AGEING_MODES.map((one) => ({ value: one, label: ageingWords()[one] }))}
        />
      </Field>
      <Field label={t('What a payment does to them')} required>
        <Select
          value={paymentEffect ?? DEFAULT_AGEING.paymentEffect}
          onChange={(effect) => onChange({ paymentEffect: effect })}
          options={PAYMENT_EFFECTS.map((one) => ({ value: one, label: paymentEffectWords()[one] }))}
        />
      </Field>
      <Field label={t('A loan that ends the month in the bucket it began in')} required>
        <Select
          value={stab ?? DEFAULT_AGEING.stab}
          onChange={(rule) => onChange({ stab: rule })}
          options={STAB_RULES.map((one) => ({ value: one, label: stabWords()[one] }))}
        />
      </Field>
    </>
  );
}

/** Several products: those in use are offered, another one is typed and taken with Enter or a comma. */
function ProductsField({
  value,
  known,
  error,
  onChange,
}: {
  value: readonly string[];
  known: readonly string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const options = [...new Set([...known, ...value])].map((name) => ({ value: name, label: name }));
  const add = () => {
    const name = typed.replace(/,/g, ' ').trim();
    setTyped('');
    if (name && !value.some((one) => one.toLowerCase() === name.toLowerCase())) onChange([...value, name]);
  };
  return (
    <Field label={t('Products')} group required error={error}>
      <Stack gap="2">
        <MultiSelect label={t('Products')} options={options} value={value} onChange={onChange} />
        <TextInput
          id={undefined}
          aria-label={t('Another product')}
          placeholder={t('Another product, then Enter')}
          maxLength={60}
          value={typed}
          onChange={setTyped}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return;
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            add();
          }}
        />
      </Stack>
    </Field>
  );
}
