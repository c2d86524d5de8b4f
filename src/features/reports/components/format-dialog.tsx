import { createFormat, type ReportFormat, updateFormat } from '../../../../core/contract/report-formats';
import { firstColumns } from '../../../../core/domain/export-kinds';
import {
  AMOUNT_STYLES,
  type AmountStyle,
  DAY_STYLES,
  FORMAT_KINDS,
  type FormatFamily,
  type FormatKind,
} from '../../../../core/domain/report-kinds';
import { maySeeKind, REPORTS } from '../../../../core/domain/reports';
import { parseRole } from '../../../../core/domain/roles';
import { said, t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm, type FormSection } from '../../forms';
import { useSignedIn } from '../../session';
import { useReportChoices } from '../choices';
import { FORMATS } from '../queries';
import { FormatColumns, type Typed } from './format-columns';
import { FormatExample } from './format-example';

const EMPTY = {
  name: '',
  clientId: null,
  kind: 'calls',
  columns: firstColumns('calls'),
  dayStyle: 'DD-MM-YYYY',
  sheetName: null,
  amountStyle: 'plain',
} as const;

const kindWords = (kind: FormatKind): string => said(REPORTS.find((one) => one.kind === kind)?.label ?? kind);
const amountWords = (): Record<AmountStyle, string> => ({
  plain: t('As plain numbers: 1234567.50'),
  lakh: t('In lakhs and crores: 12,34,567.50'),
});
const isKind = (kind: string): kind is FormatKind => (FORMAT_KINDS as readonly string[]).includes(kind);

/** A client's format: made, or changed when one is given. What is typed is kept on the device until it is saved. */
export function FormatDialog({
  format,
  family,
  onSaved,
  onClose,
}: {
  format: ReportFormat | undefined;
  family: FormatFamily;
  onSaved: (id: string) => void;
  onClose: () => void;
}) {
  const { clients = [] } = useReportChoices().data ?? {};
  const { name, clientId, kind, columns, dayStyle, sheetName = null, amountStyle = 'plain' } = format ?? EMPTY;
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  const kinds = FORMAT_KINDS.filter((one) => role && maySeeKind(one, role));
  const sections = (typed: Typed): FormSection<Typed>[] => [
    {
      also: (form) => <FormatExample kind={format && typed.kind} onLearnt={(learnt) => form.set(learnt)} />,
    },
    {
      beside: true,
      fields: {
        name: { label: t('Name') },
        clientId: {
          label: t('Client'),
          required: 'unsaid',
          none: t('All clients'),
          options: clients.map((one) => ({ value: one.id, label: one.name })),
        },
        kind: {
          label: t('Rows'),
          required: 'unsaid',
          options: kinds.map((one) => ({ value: one, label: kindWords(one) })),
          with: (next) => (isKind(next) ? { columns: firstColumns(next) } : {}),
        },
        dayStyle: {
          label: t('Days in the file'),
          required: 'unsaid',
          options: DAY_STYLES.map((one) => ({ value: one, label: one })),
        },
        amountStyle: {
          label: t('Amounts in the file'),
          required: 'unsaid',
          options: AMOUNT_STYLES.map((one) => ({ value: one, label: amountWords()[one] })),
        },
        sheetName: {
          label: t('Sheet name'),
          required: 'unsaid',
          hint: t('Of Excel files; left empty, it is the name of the format'),
        },
      },
    },
    {
      fields: {
        columns: {
          label: t('Columns'),
          whole: true,
          draw: (form) => {
            const wrong = form.errorOf('columns');
            return (
              <FormatColumns
                kind={typed.kind}
                value={typed.columns}
                onChange={(next) => form.set({ columns: next })}
                errors={{ ...(wrong && { columns: said(wrong) }) }}
              />
            );
          },
        },
      },
    },
  ];
  return (
    <EntityForm
      at="dialog"
      size="large"
      draft={`report-format.${format ? `${format.id}.${format.version}` : `new.${family}`}`}
      label={format ? t('Change the format') : t('New format')}
      to={format ? updateFormat : createFormat}
      {...(format && { params: { id: format.id }, version: format.version })}
      values={{ name, clientId, kind, columns: [...columns], dayStyle, sheetName, amountStyle, family }}
      sections={sections}
      again={FORMATS}
      send={t('Save format')}
      onStored={({ id }) => {
        showToast(t('Format saved'), { tone: 'saved' });
        onSaved(id);
      }}
      onClose={onClose}
    />
  );
}
