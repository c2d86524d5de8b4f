/** /export-csv: a model and its days as a spreadsheet; what is more than a list may hold is written by the job of exports. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { exportModel } from '../../../../core/contract/reports';
import { dayOf } from '../../../../core/domain/dates';
import { isModel } from '../../../../core/domain/export-kinds';
import {
  checkExport,
  EXPORT_MODELS,
  type ExportForm,
  exportFileName,
  type FormErrors,
  NO_DATA,
} from '../../../../core/domain/validators';
import { ApiError, failedWrite, fieldWords, OWN_WORDS, useApi } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Banner, Button, Card, DayInput, Field, Row, Select, Stack, showToast, Text } from '../../../ui';
import { DeskPage, DeskTitle, downloadCsv, FieldGrid, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { ExportsDialog } from '../components/exports-dialog';
import { useExports, useStartExport } from '../export-queries';

const BLANK: ExportForm = { model: '', from: '', to: '' };

/** What stands in each row, and of what the days are. */
const MEANINGS: Record<string, string> = {
  loan: 'Loans that were taken in on these days, as they stand now',
  callDisposition: 'Calls whose outcome was saved on these days',
  dataInsight: 'Loans that were worked on these days: tries, answers, and the hour at which the borrower answers most',
  target: 'Targets of the months of these days',
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** Cells come quoted against formulas; the mark lets Excel know UTF-8. */
const spreadsheet = (rows: readonly Record<string, string>[]): string =>
  `\uFEFF${[Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')}\r\n`;

/** The rows of the form's model, saved by the browser; answers how many there are. */
function useModelExport() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ model, from, to }: ExportForm) => {
      if (!isModel(model)) throw new Error('There is no such model');
      const { data } = await api.call(exportModel, { query: { model, gte: from, lte: to } });
      if (data.length > 0)
        downloadCsv({ fileName: `${exportFileName({ model, from, to })}.csv`, csv: spreadsheet(data) });
      return data.length;
    },
    meta: OWN_WORDS,
  });
}

export default function ExportCsvPage() {
  const zone = useZone();
  const draft = useDraft('export.csv', BLANK);
  const [errors, setErrors] = useState<FormErrors>({});
  const [open, setOpen] = useState(false);
  const exports = useExports();
  const start = useStartExport();
  const made = useModelExport();
  const form = draft.value;
  const put = (part: Partial<ExportForm>) => {
    setErrors({});
    made.reset();
    draft.set({ ...form, ...part });
  };
  const asFile = (fileType: 'csv' | 'xlsx') => {
    const { model, from, to } = form;
    if (isModel(model)) start.mutate({ kind: model, filters: { from, to }, fileType });
  };
  const tooMany = (error: unknown) => error instanceof ApiError && error.detail.code === 'too-large';
  const whenRight = (go: () => void) => {
    const found = checkExport(form);
    setErrors(found);
    if (Object.keys(found).length === 0) go();
  };
  const exportNow = () =>
    made.mutate(form, {
      onSuccess: (lines) => {
        if (lines > 0) showToast(tn(lines, '{n} line was exported', '{n} lines were exported'), { tone: 'saved' });
      },
      onError: (error) => {
        if (!tooMany(error)) return;
        setOpen(true);
        asFile('csv');
      },
    });
  const refused = fieldWords(made.error);
  const wrong = (field: string) => {
    const words = errors[field] ?? refused[field];
    return words && said(words);
  };
  const today = dayOf(Date.now(), zone);
  const meaning = MEANINGS[form.model];
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Export CSV')}</DeskTitle>
      <Card>
        <Stack gap="4">
          <FieldGrid>
            <Field label={t('Model')} required error={wrong('model')} hint={meaning && t(meaning)}>
              <Select
                value={form.model}
                placeholder={t('Choose')}
                options={EXPORT_MODELS.map((one) => ({ value: one.value, label: said(one.label) }))}
                onChange={(model) => put({ model })}
              />
            </Field>
            <Field label={t('From Date')} required error={wrong('from')}>
              <DayInput today={today} value={form.from} onChange={(from) => put({ from })} />
            </Field>
            <Field label={t('End Date')} required error={wrong('to')}>
              <DayInput today={today} value={form.to} onChange={(to) => put({ to })} />
            </Field>
          </FieldGrid>
          {made.data === 0 && <Banner tone="info" title={t(NO_DATA)} />}
          {made.error && !tooMany(made.error) && !refused.to && (
            <ProblemNote tone="danger" problem={failedWrite(made.error)} />
          )}
          <Row gap="2">
            <Button look="primary" icon="download" busy={made.isPending} onClick={() => whenRight(exportNow)}>
              {t('Export')}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => whenRight(() => setOpen(true))}>
              {t('Excel or a long file')}
            </Button>
          </Row>
          <Text size="small" tone="muted">
            {t('You get the rows that you may see. Days are at most 92; each export stands in the audit.')}
          </Text>
        </Stack>
      </Card>
      {open && (
        <ExportsDialog
          exports={exports}
          start={asFile}
          problem={start.error}
          busy={start.isPending}
          empty={false}
          onClose={() => setOpen(false)}
        />
      )}
    </DeskPage>
  );
}
