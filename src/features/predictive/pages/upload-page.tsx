/** A sheet of loan or mobile numbers becomes a list of a process: taken at once, checked line by line, taken back if it was wrong. */
import { useId, useState } from 'react';
import { MAX_SHEET } from '../../../../core/contract/predictive';
import { t } from '../../../i18n';
import { Banner, Button, Card, Field, Row, Select, Stack, showToast, Text, TextInput } from '../../../ui';
import { DraftNote, FieldGrid, FileInput, useDraft, useOpen } from '../../../ui/kit';
import { useZone } from '../../session';
import { DialLists } from '../components/dial-lists';
import { saidFields, Trouble } from '../components/trouble';
import { useProcesses, useUploadSheet } from '../queries';

const MOST = 250;

export default function PredictiveUploadPage() {
  const id = useId();
  const processes = useProcesses({ sort: 'name', size: MOST });
  const upload = useUploadSheet();
  const zone = useZone();
  const draft = useDraft('predictive.upload', { processId: '', name: '' });
  const [openedAt, setOpenedAt] = useState(draft.changedAt);
  const { processId, name } = draft.value;
  const [file, setFile] = useState<File>();
  /** How many files were taken: the field is empty again after each. */
  const [taken, setTaken] = useState(0);
  const [, setOpen] = useOpen();
  const tooLarge = file !== undefined && file.size > MAX_SHEET;
  const errors = saidFields(upload.error);
  const own = (processes.data?.rows ?? []).filter(({ mayEdit }) => mayEdit);
  const take = () => {
    if (!file) return;
    upload.mutate(
      { file, processId, name: name.trim() || file.name.replace(/\.\w+$/, '').slice(0, 80) },
      {
        onSuccess: (list) => {
          showToast(t('Sheet taken; its lines are being checked'), { tone: 'saved' });
          setFile(undefined);
          draft.discard();
          setOpenedAt(undefined);
          setTaken((held) => held + 1);
          setOpen(list.id);
        },
      },
    );
  };
  return (
    <DialLists
      source="file"
      title={t('Predictive Upload')}
      above={
        <Card>
          <Stack gap="4">
            <Text tone="muted">
              {t(
                'CSV with a column Loan number, Mobile number or both. Each line is checked: unknown loans, duplicates and borrowers who may not be called are left out, with the reason.',
              )}
            </Text>
            <Trouble error={upload.error} />
            {processes.data && own.length === 0 && (
              <Banner tone="warn" title={t('There is no process to upload for. Create one first.')} />
            )}
            {openedAt !== undefined && draft.changedAt !== undefined && (
              <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
            )}
            <FieldGrid>
              <Field label={t('Process')} required error={errors.processId}>
                <Select
                  value={processId}
                  placeholder={processes.data ? t('Choose') : t('Loading')}
                  onChange={(next) => draft.set({ ...draft.value, processId: next })}
                  options={own.map((one) => ({ value: one.id, label: `${one.name} · ${one.portfolio.name}` }))}
                />
              </Field>
              <Field label={t('Name of the list')} optional error={errors.name}>
                <TextInput value={name} onChange={(next) => draft.set({ ...draft.value, name: next })} maxLength={80} />
              </Field>
            </FieldGrid>
            <Stack gap="1">
              <label htmlFor={id}>
                <strong>{t('Sheet')}</strong>
              </label>
              <FileInput
                key={taken}
                id={id}
                type="file"
                accept=".csv,.txt,.tsv,text/csv"
                onChange={(event) => {
                  setFile(event.currentTarget.files?.[0]);
                  upload.reset();
                }}
              />
              {tooLarge && <Banner tone="danger" title={t('The file is too large')} />}
              {errors.file && <Banner tone="danger" title={errors.file} />}
            </Stack>
            <Row>
              <Button
                look="primary"
                busy={upload.isPending}
                disabled={!file || tooLarge || processId === ''}
                onClick={take}
              >
                {t('Upload')}
              </Button>
            </Row>
          </Stack>
        </Card>
      }
      empty={{ title: t('No sheet was uploaded yet') }}
    />
  );
}
