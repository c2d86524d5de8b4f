/** One record beside the list, and its correction. */
import { useState } from 'react';
import type { WorkEntry } from '../../../../core/contract/call-work';
import { ApiError, fieldWords, screenWords, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { Banner, Button, DateText, Field, NumberInput, Stack, showToast, Text, TextArea, TextInput } from '../../../ui';
import { FactLine, Facts, SidePanel, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { useCorrect } from '../record-queries';
import { clockWords } from '../words';

export function CorrectRecord({ entry, onClose }: { entry: WorkEntry; onClose: () => void }) {
  const zone = useZone();
  const correct = useCorrect();
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const draft = useDraft(`record.${entry.id}`, {
    remarks: entry.remarks ?? '',
    duration: entry.durationSeconds === null ? '' : String(entry.durationSeconds),
    recordlink: entry.recordlink ?? '',
  });
  const { value } = draft;
  const put = (name: keyof typeof value) => (typed: string) => draft.set({ ...value, [name]: typed });
  const errorOf = (name: string) => {
    const words = wrong[name];
    return words && said(words);
  };
  const save = () =>
    correct.mutate(
      {
        id: entry.id,
        remarks: value.remarks.trim(),
        ...(value.duration && { duration: Number(value.duration) }),
        ...(value.recordlink.trim() !== (entry.recordlink ?? '') && { recordlink: value.recordlink.trim() }),
      },
      {
        onSuccess: () => {
          draft.discard();
          showToast(successes.updated, { tone: 'saved' });
          onClose();
        },
        onError: (error) => setWrong(fieldWords(error)),
      },
    );
  return (
    <SidePanel
      about={entry.id}
      label={t('Record of {number}', { number: entry.loanNumber })}
      title={entry.borrower}
      line={`${entry.loanNumber} · ${said(entry.codeLabel)}`}
      closeLabel={t('Close the record (Esc)')}
      onClose={onClose}
      footer={
        <Button look="primary" busy={correct.isPending} onClick={save}>
          {t('Save correction')}
        </Button>
      }
    >
      <Facts>
        <FactLine name={t('When')}>
          <DateText value={entry.at} time near zone={zone} />
        </FactLine>
        <FactLine name={t('By')}>{entry.by}</FactLine>
        {entry.durationSeconds !== null && (
          <FactLine name={t('Duration')}>{clockWords(entry.durationSeconds)}</FactLine>
        )}
        {entry.corrected && (
          <FactLine name={t('Corrected')}>
            <DateText value={entry.corrected.at} time near zone={zone} /> · {entry.corrected.by}
          </FactLine>
        )}
      </Facts>
      <Stack gap="4">
        <Field label={t('Remarks')} error={errorOf('remarks')}>
          <TextArea value={value.remarks} onChange={put('remarks')} rows={3} />
        </Field>
        {entry.channel === 'call' && (
          <>
            <Field label={t('Duration in seconds')} optional error={errorOf('duration')}>
              <NumberInput value={value.duration} onChange={put('duration')} maxLength={5} />
            </Field>
            <Field label={t('Link to the recording')} optional error={errorOf('recordlink')}>
              <TextInput value={value.recordlink} onChange={put('recordlink')} />
            </Field>
          </>
        )}
        {correct.error && Object.keys(wrong).length === 0 && (
          <Banner
            tone="warn"
            title={
              correct.error instanceof ApiError && correct.error.detail.status === 404
                ? t('Only whoever recorded it, or their manager, may correct it')
                : screenWords(correct.error).title
            }
          />
        )}
        <Text size="small" tone="muted">
          {t('What was recorded stays as evidence. The correction is shown in its place, with your name.')}
        </Text>
      </Stack>
    </SidePanel>
  );
}
