/** The third tab: what closing a loan costs, who may waive how much, and the letters. */
import { useState } from 'react';
import { type ForeclosureTab as Content, foreclosureTabSchema } from '../../../../core/contract/portfolio-tabs';
import { BUCKETS } from '../../../../core/domain/buckets';
import { FORECLOSURE_PARTS, foreclosureQuote } from '../../../../core/domain/foreclosure';
import { formatRupees, parseRupees } from '../../../../core/domain/money';
import { APPROVERS, matrixOverlaps } from '../../../../core/domain/settlement-matrix';
import { ANSWER_DAYS } from '../../../../core/domain/settlements/plan';
import { said, t } from '../../../i18n';
import {
  AmountInput,
  Banner,
  Button,
  Card,
  ChipChoice,
  Field,
  Heading,
  IconButton,
  NumberInput,
  Row,
  Select,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { FieldGrid, type SmallColumn, SmallTable } from '../../../ui/kit';
import { approverWords } from '../portfolio-words';
import { type useForeclosure, useSaveForeclosure } from '../queries';
import { problemsOf, TabFrame, useTabForm } from '../tab-form';
import { LettersCard } from './letters-card';
import { SettlementReportsCard } from './settlement-reports-card';

type MatrixRow = Content['matrix'][number];
interface MatrixLine {
  row: MatrixRow;
  at: number;
}
type Loaded = NonNullable<ReturnType<typeof useForeclosure>['data']>;

/** A loan to show what the formula makes of it. */
const EXAMPLE = { posPaise: 100_000_00, interestOverduePaise: 6_000_00, penalPaise: 1_500_00, chargesPaise: 500_00 };

export function ForeclosureTab({
  id,
  loaded,
  zone,
  onSaved,
}: {
  id: string;
  loaded: Loaded;
  zone: string;
  onSaved: () => void;
}) {
  const save = useSaveForeclosure(id);
  const form = useTabForm<Content>(
    `portfolio.${id}.foreclosure`,
    {
      version: loaded.version,
      value: { formula: loaded.formula, matrix: loaded.matrix, answerDays: loaded.answerDays },
    },
    {
      check: (value) => problemsOf(foreclosureTabSchema, value),
      send: (value, version) => save.mutateAsync({ version, ...value }),
    },
  );
  const { value, change } = form;
  const error = (path: string) => {
    const words = form.error(path);
    return words && said(words);
  };
  const formula = (part: Partial<Content['formula']>) => change({ formula: { ...value.formula, ...part } });
  const setRow = (at: number, part: Partial<MatrixRow>) =>
    change({ matrix: value.matrix.map((row, place) => (place === at ? { ...row, ...part } : row)) });
  const named = (label: string, at: number) => `${label}, ${t('row {n}', { n: at + 1 })}`;
  const number = (
    label: string,
    field: 'minAge' | 'maxAge' | 'maxWaiverPercent' | 'maxInstalments',
    decimals = false,
  ): SmallColumn<MatrixLine> => ({
    label,
    cell: ({ row, at }) => (
      <CellNumber
        label={named(label, at)}
        value={row[field]}
        decimals={decimals}
        error={error(`matrix.${at}.${field}`)}
        onChange={(next) => setRow(at, { [field]: next })}
      />
    ),
  });
  const choice = <Field extends 'bucket' | 'approver'>(
    label: string,
    field: Field,
    minWidth: string,
    options: readonly { value: MatrixRow[Field]; label: string }[],
  ): SmallColumn<MatrixLine> => ({
    label,
    cell: ({ row, at }) => (
      <div style={{ minWidth }}>
        <Select
          aria-label={named(label, at)}
          value={row[field]}
          onChange={(next) => setRow(at, { [field]: next })}
          options={options}
        />
      </div>
    ),
  });
  const quote = foreclosureQuote(EXAMPLE, value.formula);
  const overlaps = matrixOverlaps(value.matrix);
  const partWords = { interest: t('Interest overdue'), penal: t('Penal charges'), charges: t('Other charges') };
  const whole = (typed: string, otherwise = 0) => (typed === '' ? otherwise : Number(typed));

  return (
    <Stack gap="5">
      <TabFrame
        form={form}
        label={t('Foreclosure & settlement')}
        saveLabel={t('Save foreclosure & settlement')}
        savedAt={loaded.savedAt}
        savedBy={loaded.savedBy}
        zone={zone}
        mayEdit={loaded.mayEdit}
        onSaved={() => {
          showToast(t('Foreclosure & settlement saved'), { tone: 'saved' });
          onSaved();
        }}
      >
        <Card>
          <Stack gap="4">
            <Heading>{t('Foreclosure formula')}</Heading>
            <Field label={t('Added to the principal outstanding')} group>
              <ChipChoice
                multi
                value={value.formula.includes}
                onChange={(includes) =>
                  formula({ includes: FORECLOSURE_PARTS.filter((one) => includes.includes(one)) })
                }
                options={FORECLOSURE_PARTS.map((one) => ({ value: one, label: partWords[one] }))}
              />
            </Field>
            <FieldGrid>
              <PercentField
                label={t('Foreclosure charge, % of principal')}
                value={value.formula.chargePercent}
                error={error('formula.chargePercent')}
                onChange={(chargePercent) => formula({ chargePercent })}
              />
              <RupeesField
                label={t('At least')}
                paise={value.formula.minChargePaise}
                error={error('formula.minChargePaise')}
                onChange={(minChargePaise) => formula({ minChargePaise })}
              />
              <PercentField
                label={t('GST on the charge, %')}
                value={value.formula.gstPercent}
                error={error('formula.gstPercent')}
                onChange={(gstPercent) => formula({ gstPercent })}
              />
              <Field label={t('A quote holds for, days')} error={error('formula.validDays')}>
                <NumberInput
                  value={String(value.formula.validDays)}
                  maxLength={2}
                  onChange={(typed) => formula({ validDays: whole(typed) })}
                />
              </Field>
              <Field
                label={t('Days to answer a settlement')}
                hint={t('Whoever has not answered by then is told once.')}
                error={error('answerDays')}
              >
                <NumberInput
                  value={String(value.answerDays ?? ANSWER_DAYS)}
                  maxLength={2}
                  onChange={(typed) => change({ answerDays: whole(typed) })}
                />
              </Field>
            </FieldGrid>
            <Text size="small" tone="muted" role="status">
              {t(
                'Example: {pos} principal with {due} overdue charges closes for {total} ({charge} charge, {gst} GST).',
                {
                  pos: formatRupees(EXAMPLE.posPaise),
                  due: formatRupees(quote.interestPaise + quote.penalPaise + quote.chargesPaise),
                  total: formatRupees(quote.totalPaise),
                  charge: formatRupees(quote.foreclosureChargePaise),
                  gst: formatRupees(quote.gstPaise),
                },
              )}
            </Text>
          </Stack>
        </Card>
        <Card flush>
          <Row apart paddingX="4" paddingY="3">
            <Heading>{t('Settlement matrix')}</Heading>
            <Button
              small
              icon="plus"
              onClick={() =>
                change({
                  matrix: [
                    ...value.matrix,
                    {
                      bucket: 'any',
                      minAge: 0,
                      maxAge: 9999,
                      maxWaiverPercent: 10,
                      maxInstalments: 3,
                      approver: 'CRM_MANAGER',
                    },
                  ],
                })
              }
            >
              {t('Add a row')}
            </Button>
          </Row>
          {value.matrix.length === 0 ? (
            <Text tone="muted" paddingX="4" paddingBottom="4">
              {t('No row yet: nobody may approve a settlement on this portfolio’s loans.')}
            </Text>
          ) : (
            <SmallTable
              label={t('Settlement matrix')}
              rows={value.matrix.map((row, at) => ({ row, at }))}
              keyOf={({ at }) => String(at)}
              columns={[
                choice(t('Bucket'), 'bucket', '6.5rem', [
                  { value: 'any', label: t('Any') },
                  ...BUCKETS.map((one) => ({ value: one, label: one })),
                ]),
                number(t('From DPD'), 'minAge'),
                number(t('To DPD'), 'maxAge'),
                number(t('Most waived, %'), 'maxWaiverPercent', true),
                number(t('Most instalments'), 'maxInstalments'),
                choice(
                  t('Approved by'),
                  'approver',
                  '9.5rem',
                  APPROVERS.map((one) => ({ value: one, label: approverWords()[one] })),
                ),
                {
                  label: t('Remove'),
                  cell: ({ at }) => (
                    <IconButton
                      icon="trash"
                      label={t('Remove row {n}', { n: at + 1 })}
                      onClick={() => change({ matrix: value.matrix.filter((_, place) => place !== at) })}
                    />
                  ),
                },
              ]}
            />
          )}
        </Card>
        {overlaps.length > 0 && (
          <Banner tone="info" title={t('Rows cover the same loans')}>
            {overlaps
              .map(([first, second]) =>
                t('Rows {first} and {second}: only the more generous one counts.', {
                  first: first + 1,
                  second: second + 1,
                }),
              )
              .join(' ')}
          </Banner>
        )}
      </TabFrame>
      <LettersCard id={id} mayEdit={loaded.mayEdit} zone={zone} />
      <SettlementReportsCard id={id} mayEdit={loaded.mayEdit} zone={zone} />
    </Stack>
  );
}

const decimals = (typed: string): number | undefined =>
  /^\d{1,9}(\.\d{0,2})?$/.test(typed) ? Number(typed) : undefined;

/** A number with up to two decimals; what is typed half-way ("2.") stays as it is typed. */
function useTypedNumber(value: number, onChange: (value: number) => void) {
  const [typed, setTyped] = useState(String(value));
  const shown = decimals(typed) === value || typed === '' ? typed : String(value);
  return {
    value: shown,
    onChange: (next: string) => {
      const parsed = next === '' ? 0 : decimals(next);
      if (parsed === undefined) return;
      setTyped(next);
      onChange(parsed);
    },
  };
}

function PercentField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} error={error}>
      <TextInput inputMode="decimal" autoComplete="off" maxLength={6} {...useTypedNumber(value, onChange)} />
    </Field>
  );
}

function RupeesField({
  label,
  paise,
  error,
  onChange,
}: {
  label: string;
  paise: number;
  error: string | undefined;
  onChange: (paise: number) => void;
}) {
  const [typed, setTyped] = useState(String(paise / 100));
  const shown = (parseRupees(typed) ?? 0) === paise ? typed : String(paise / 100);
  return (
    <Field label={label} error={error}>
      <AmountInput
        value={shown}
        onChange={(next) => {
          const parsed = next === '' ? 0 : parseRupees(next);
          if (parsed === undefined) return;
          setTyped(next);
          onChange(parsed);
        }}
      />
    </Field>
  );
}

function CellNumber({
  label,
  value,
  error,
  decimals: fractional = false,
  onChange,
}: {
  label: string;
  value: number;
  error: string | undefined;
  decimals?: boolean;
  onChange: (value: number) => void;
}) {
  const typed = useTypedNumber(value, onChange);
  return (
    <Stack gap="1">
      <TextInput
        inputMode={fractional ? 'decimal' : 'numeric'}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        maxLength={6}
        value={typed.value}
        onChange={(next) => (fractional ? typed.onChange(next) : typed.onChange(next.replace(/\D/g, '')))}
      />
      {error && (
        <Text size="small" tone="danger" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
