import { useState } from 'react';
import type { ReportFormat } from '../../../../core/contract/report-formats';
import { firstColumns } from '../../../../core/domain/export-kinds';
import { uuidv7 } from '../../../../core/domain/ids';
import {
  AMOUNT_STYLES,
  type AmountStyle,
  DAY_STYLES,
  FORMAT_KINDS,
  type FormatFamily,
  type FormatKind,
  MOST_SHEET_NAME,
} from '../../../../core/domain/report-kinds';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Field, Select, Stack, showToast, TextInput } from '../../../ui';
import { DraftNote, FieldGrid, Modal, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useReportChoices } from '../choices';
import { type FormatSettings, useSaveFormat } from '../queries';
import { FormatColumns } from './format-columns';

const EVERY = 'all';
const EMPTY: FormatSettings = {
  name: '',
  clientId: null,
  kind: 'calls',
  columns: firstColumns('calls'),
  dayStyle: 'DD-MM-YYYY',
  sheetName: null,
  amountStyle: 'plain',
};

const kindWords = (): Record<FormatKind, string> => ({
  calls: t('Calls'),
  visits: t('Visits'),
  best: t('Best Disposition'),
});

const amountWords = (): Record<AmountStyle, string> => ({
  plain: t('As plain numbers: 1234567.50'),
  lakh: t('In lakhs and crores: 12,34,567.50'),
});

/** How the file of a format looks beside its columns. */
function FormatLook({
  value,
  change,
  wrong,
}: {
  value: FormatSettings;
  change: (part: Partial<FormatSettings>) => void;
  /** What the server said of the sheet's name. */
  wrong: string | undefined;
}) {
  return (
    <>
      <Field label={t('Days in the file')}>
        <Select
          value={value.dayStyle}
          onChange={(dayStyle) => change({ dayStyle })}
          options={DAY_STYLES.map((one) => ({ value: one, label: one }))}
        />
      </Field>
      <Field label={t('Amounts in the file')}>
        <Select<AmountStyle>
          value={value.amountStyle ?? 'plain'}
          onChange={(amountStyle) => change({ amountStyle })}
          options={AMOUNT_STYLES.map((one) => ({ value: one, label: amountWords()[one] }))}
        />
      </Field>
      <Field
        label={t('Sheet name')}
        hint={t('Of Excel files; left empty, it is the name of the format')}
        error={wrong && said(wrong)}
      >
        <TextInput
          value={value.sheetName ?? ''}
          maxLength={MOST_SHEET_NAME}
          onChange={(typed) => change({ sheetName: typed.trim() === '' ? null : typed })}
        />
      </Field>
    </>
  );
}

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
  const zone = useZone();
  const choices = useReportChoices();
  const save = useSaveFormat();
  const [id] = useState(() => format?.id ?? uuidv7());
  const { name, clientId, kind, columns, dayStyle, sheetName = null, amountStyle = 'plain' } = format ?? EMPTY;
  const draft = useDraft<FormatSettings>(
    `report-format.${format ? `${format.id}.${format.version}` : `new.${family}`}`,
    {
      ...{ name, clientId, kind, columns, dayStyle, sheetName, amountStyle, family },
    },
  );
  const [openedWith] = useState(draft.changedAt);
  const { value } = draft;
  const change = (part: Partial<FormatSettings>) => {
    draft.set({ ...value, ...part });
    save.reset();
  };
  const errors = fieldWords(save.error);
  // An error of one column is said of the columns.
  const ofColumns = Object.entries(errors).find(([path]) => path.startsWith('columns'))?.[1];
  return (
    <Modal
      title={format ? t('Change the format') : t('New format')}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            onClick={() =>
              save.mutate(
                { id, version: format?.version, ...value },
                {
                  onSuccess: () => {
                    draft.discard();
                    showToast(t('Format saved'), { tone: 'saved' });
                    onSaved(id);
                  },
                },
              )
            }
          >
            {t('Save format')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {save.error && <ProblemNote tone="danger" problem={failedWrite(save.error)} />}
        {draft.changedAt !== undefined && openedWith !== undefined && (
          <DraftNote at={openedWith} zone={zone} onDiscard={draft.discard} />
        )}
        <FieldGrid>
          <Field label={t('Name')} required error={errors.name && said(errors.name)}>
            <TextInput value={value.name} maxLength={120} onChange={(typed) => change({ name: typed })} />
          </Field>
          <Field label={t('Client')} error={errors.clientId && said(errors.clientId)}>
            <Select
              value={value.clientId ?? EVERY}
              onChange={(one) => change({ clientId: one === EVERY ? null : one })}
              options={[
                { value: EVERY, label: t('All clients') },
                ...(choices.data?.clients ?? []).map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          </Field>
          <Field label={t('Rows')}>
            <Select<FormatKind>
              value={value.kind}
              onChange={(next) => change({ kind: next, columns: firstColumns(next) })}
              options={FORMAT_KINDS.map((one) => ({ value: one, label: kindWords()[one] }))}
            />
          </Field>
          <FormatLook value={value} change={change} wrong={errors.sheetName} />
        </FieldGrid>
        <FormatColumns
          kind={value.kind}
          value={value.columns}
          onChange={(next) => change({ columns: next })}
          errors={{ ...(ofColumns && { columns: said(ofColumns) }) }}
        />
      </Stack>
    </Modal>
  );
}
