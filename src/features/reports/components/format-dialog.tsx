import { createFormat, type ReportFormat, updateFormat } from '../../../../core/contract/report-formats';
import { columnsOf } from '../../../../core/domain/export-kinds';
import { DAY_STYLES, FORMAT_KINDS, type FormatFamily, type FormatKind } from '../../../../core/domain/report-kinds';
import { said, t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm, type FormSection } from '../../forms';
import { useReportChoices } from '../choices';
import { FORMATS } from '../queries';
import { type FormatColumn, FormatColumns } from './format-columns';

const FIRST: Record<FormatKind, readonly string[]> = {
  calls: ['loanNumber', 'borrower', 'at', 'agent', 'codeLabel', 'ptpOn', 'ptpPaise', 'remarks'],
  visits: ['loanNumber', 'borrower', 'at', 'agent', 'codeLabel', 'collectedPaise', 'remarks'],
  best: ['loanNumber', 'borrower', 'posPaise', 'codeLabel', 'at', 'attempts'],
};
const firstColumns = (kind: FormatKind) =>
  FIRST[kind].flatMap((wanted) => {
    const column = columnsOf(kind).find(({ id }) => id === wanted);
    return column ? [{ id: column.id, label: column.label }] : [];
  });

interface Typed extends Pick<ReportFormat, 'name' | 'clientId' | 'kind' | 'dayStyle'> {
  columns: FormatColumn[];
  family: FormatFamily;
}
const EMPTY = {
  name: '',
  clientId: null,
  kind: 'calls',
  columns: firstColumns('calls'),
  dayStyle: 'DD-MM-YYYY',
} as const;

const kindWords = (): Record<FormatKind, string> => ({
  calls: t('Calls'),
  visits: t('Visits'),
  best: t('Best Disposition'),
});
const isKind = (kind: string): kind is FormatKind => kind in FIRST;

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
  const { name, clientId, kind, columns, dayStyle } = format ?? EMPTY;
  const sections = (typed: Typed): FormSection<Typed>[] => [
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
          options: FORMAT_KINDS.map((one) => ({ value: one, label: kindWords()[one] })),
          with: (next) => (isKind(next) ? { columns: firstColumns(next) } : {}),
        },
        dayStyle: {
          label: t('Days in the file'),
          required: 'unsaid',
          options: DAY_STYLES.map((one) => ({ value: one, label: one })),
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
      values={{ name, clientId, kind, columns: [...columns], dayStyle, family }}
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
