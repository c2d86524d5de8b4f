/** What stands above the columns: what is missing, what the lender has renamed, and what is the same for every row. */
import type { TableLook } from '../../../../core/contract/loan-imports';
import {
  type FieldId,
  type FileKind,
  fieldsOf,
  type LoanMapping,
  loanField,
  type MappingDoubt,
  mappingDoubts,
  mappingProblems,
  WHOM,
} from '../../../../core/domain/loan-import';
import { said, t, tn } from '../../../i18n';
import { Banner, Button, Field, Heading, IconButton, Row, Select, Stack, Text, TextInput } from '../../../ui';
import { chooseField, setFixed } from '../mapping-edit';

type Change = (mapping: LoanMapping) => void;

/** Required fields that nothing gives: each may be a column or one value for all rows. */
export function MissingFields({
  kind,
  mapping,
  columns,
  look,
  onChange,
}: {
  kind: FileKind;
  mapping: LoanMapping;
  columns: readonly string[];
  /** Of the file that is mapped; without one nothing is known of its values. */
  look?: TableLook;
  onChange: Change;
}) {
  const problems = mappingProblems(mapping, columns, kind);
  const doubts = look ? mappingDoubts(mapping, look, kind) : [];
  if (problems.length === 0 && doubts.length > 0) return <Doubts doubts={doubts} />;
  if (problems.length === 0)
    return (
      <Banner
        tone="paid"
        title={
          kind === 'suppressions' ? t('The file says who is not contacted') : t('Everything a loan needs is there')
        }
      />
    );
  const free = mapping.columns.flatMap(({ field, header }, at) =>
    field === null ? [{ value: String(at), label: header || t('(no header)') }] : [],
  );
  return (
    <>
      <Banner
        tone="warn"
        title={tn(
          problems.length,
          '{n} thing is missing before the file can be checked',
          '{n} things are missing before the file can be checked',
        )}
      >
        <Stack gap="2" marginTop="2">
          {problems.map(({ kind, field, header, message }) => (
            <Row key={`${kind} ${field} ${header}`} gap="3">
              <Text as="span" flex="1 1 14rem">
                {said(message)}
              </Text>
              {(kind === 'missing-field' || kind === 'missing-standing') && free.length > 0 && (
                <Stack flex="1 1 14rem">
                  <Select
                    value=""
                    aria-label={t('Column for {field}', { field: said(loanField(field ?? '')?.label ?? '') })}
                    placeholder={t('Which column is it?')}
                    options={free}
                    onChange={(at) => onChange(chooseField(mapping, Number(at), field as FieldId))}
                  />
                </Stack>
              )}
            </Row>
          ))}
        </Stack>
      </Banner>
      {doubts.length > 0 && <Doubts doubts={doubts} />}
    </>
  );
}

function doubtWords(doubt: MappingDoubt): string {
  if (doubt.kind === 'no-dues')
    return t('No column says what is overdue: loans that are past due come in with ₹0 overdue.');
  const { header } = doubt;
  if (doubt.kind === 'ruined')
    return t(
      'A spreadsheet has shortened the numbers of “{header}” (lines {lines}), and such numbers are never taken. Format the column as text in the source, save it again and drop the file here.',
      { header, lines: doubt.lines.join(', ') },
    );
  return doubt.what === 'days'
    ? t('“{header}” holds dates, and is left out.', { header })
    : t('“{header}” holds amounts, and is left out.', { header });
}

function Doubts({ doubts }: { doubts: readonly MappingDoubt[] }) {
  return (
    <Banner tone="warn" title={t('Look at this before the file is checked')}>
      <Stack gap="1" marginTop="2">
        {doubts.map((doubt) => (
          <Text key={doubtWords(doubt)}>{doubtWords(doubt)}</Text>
        ))}
      </Stack>
    </Banner>
  );
}

/** Columns of this client's last file that are not there any more. */
export function Drift({
  drift,
  onRepair,
}: {
  drift: readonly { expected: string; proposed: string | null }[];
  onRepair: (one: { expected: string; proposed: string | null }) => void;
}) {
  if (drift.length === 0) return null;
  return (
    <Banner tone="info" title={t('The lender has changed its file')}>
      <Stack gap="2" marginTop="2">
        {drift.map((one) => (
          <Row key={one.expected} gap="3">
            <Text as="span" flex="1 1 14rem">
              {one.proposed === null
                ? t('The column “{expected}” is gone.', { expected: one.expected })
                : t('The column “{expected}” is gone; “{proposed}” looks like it.', {
                    expected: one.expected,
                    proposed: one.proposed,
                  })}
            </Text>
            {one.proposed !== null && (
              <Button small onClick={() => onRepair(one)}>
                {t('Use “{proposed}”', { proposed: one.proposed })}
              </Button>
            )}
          </Row>
        ))}
      </Stack>
    </Banner>
  );
}

/** Whom a row is about differs from row to row. */
const OF_EACH_ROW = new Set<string>(['loanNumber', ...Object.values(WHOM)]);

/** Values that no column has and every row gets. */
export function FixedValues({ kind, mapping, onChange }: { kind: FileKind; mapping: LoanMapping; onChange: Change }) {
  const given = new Set(mapping.columns.map(({ field }) => field));
  const free = fieldsOf(kind).filter(({ id }) => !OF_EACH_ROW.has(id) && !given.has(id) && !(id in mapping.fixed));
  return (
    <Stack gap="3">
      <Heading>{t('The same for every row')}</Heading>
      <Text size="small" tone="muted">
        {kind === 'suppressions'
          ? t('For what the file does not say, as the reason or the last day.')
          : t('For what the file does not say, as a product or a language.')}
      </Text>
      {Object.entries(mapping.fixed).map(([id, value]) => {
        const label = said(loanField(id)?.label ?? id);
        return (
          <Row key={id} gap="2" alignItems="flex-end">
            <Stack flex="1">
              <Field label={label}>
                <TextInput maxLength={200} value={value} onChange={(typed) => onChange(setFixed(mapping, id, typed))} />
              </Field>
            </Stack>
            <IconButton
              icon="close"
              label={t('Leave out: {what}', { what: label })}
              onClick={() => onChange(setFixed(mapping, id, undefined))}
            />
          </Row>
        );
      })}
      <Select
        value=""
        aria-label={t('Add a value for every row')}
        placeholder={t('Add a value…')}
        options={free.map(({ id, label }) => ({ value: id, label: said(label) }))}
        onChange={(id) => onChange(setFixed(mapping, id, ''))}
      />
    </Stack>
  );
}
