/** The modal "Link Reports & other settings": makes a scheduled report, or changes one. */
import type { ScheduledReport } from '../../../../core/contract/schedule-reports';
import { uuidv7 } from '../../../../core/domain/ids';
import {
  bodyOf,
  checkSchedule,
  NEW_SCHEDULE,
  type ScheduleValues,
  valuesOf,
} from '../../../../core/domain/report-schedule-form';
import {
  DEFAULT_TIMING,
  FREQUENCIES,
  MONTH_DATES,
  ordinal,
  WEEKDAYS,
  withFrequency,
} from '../../../../core/domain/validators';
import { failedWrite, failures, fieldWords, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, ChipChoice, Field, Select, Stack, showToast, TextArea, TextInput } from '../../../ui';
import { ChoiceField, DraftNote, Modal, MultiSelect, useKept, useRecordForm } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useLinkChoices, useScheduleChanges } from '../queries';
import { FREQUENCY_WORDS, WEEKDAY_WORDS } from '../words';

export function ScheduleDialog({ schedule, onClose }: { schedule?: ScheduledReport; onClose: () => void }) {
  const zone = useZone();
  const { profile } = useSignedIn();
  const choices = useLinkChoices();
  const { create, update } = useScheduleChanges();
  const name = `schedule.${schedule?.id ?? 'new'}`;
  // Pressed again after a lost answer, it is the same report.
  const [newId, keepNewId] = useKept<string>(`${name}.id`, '');
  const form = useRecordForm<ScheduleValues>(
    name,
    schedule ? { version: schedule.version, values: valuesOf(schedule) } : { version: 0, values: NEW_SCHEDULE },
    checkSchedule(profile.tenant.id),
  );
  const { typed } = form;
  const saving = schedule ? update : create;
  const saved = () => {
    form.discard();
    keepNewId(undefined);
    showToast(schedule ? t(successes.reportUpdated) : t(successes.reportCreated), { tone: 'saved' });
    onClose();
  };
  const save = () => {
    if (!form.check()) return;
    const body = bodyOf(typed, choices.data?.portfolios ?? []);
    const answered = { onSuccess: saved, onError: (error: Error) => void form.refuse(fieldWords(error)) };
    if (schedule) return update.mutate({ id: schedule.id, body: { ...body, version: form.version } }, answered);
    const id = newId || uuidv7();
    keepNewId(id);
    create.mutate({ id, ...body }, answered);
  };
  const problem = saving.error && failedWrite(saving.error);
  return (
    <Modal
      title={t('Link Reports & other settings')}
      onClose={onClose}
      problem={problem ? { ...problem, title: problem.title || t(failures.reportSave) } : undefined}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={saving.isPending} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {form.draftAt !== undefined && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
        <Field label={t('Tenant')} required>
          <TextInput value={schedule?.tenantName ?? profile.tenant.name} onChange={() => undefined} disabled />
        </Field>
        <ChoiceField
          form={form}
          name="reportName"
          label={t('Report')}
          required
          options={(choices.data?.reports ?? []).map(({ id, displayName }) => ({
            value: id,
            label: said(displayName),
          }))}
        />
        <Field label={t('Portfolios')} required error={wordsOf(form.errorOf('portfolioIds'))}>
          <MultiSelect
            label={t('Portfolios')}
            value={typed.portfolioIds}
            onChange={(portfolioIds) => form.set({ portfolioIds })}
            options={(choices.data?.portfolios ?? []).map((one) => ({ value: one.id, label: one.name }))}
          />
        </Field>
        <Field
          label={t('Emails')}
          required
          hint={t('One a line, or with commas between them')}
          error={wordsOf(form.errorOf('emails'))}
        >
          <TextArea
            value={typed.emails}
            onChange={(emails) => form.set({ emails })}
            onBlur={() => form.leave('emails')}
            rows={3}
          />
        </Field>
        <Field label={t('Frequency')} group required>
          <ChipChoice
            value={typed.frequency}
            onChange={(frequency) =>
              form.set({ ...withFrequency({ ...typed, tenantId: '', emails: [] }, frequency), emails: typed.emails })
            }
            options={FREQUENCIES.map((value) => ({ value, label: t(FREQUENCY_WORDS[value]) }))}
          />
        </Field>
        {typed.frequency === 'weekly' && (
          <Field label={t('Days')} group required error={wordsOf(form.errorOf('daysOfWeek'))}>
            <ChipChoice
              multi
              value={typed.daysOfWeek}
              onChange={(daysOfWeek) => form.set({ daysOfWeek })}
              options={WEEKDAYS.map((value) => ({ value, label: t(WEEKDAY_WORDS[value]) }))}
            />
          </Field>
        )}
        {typed.frequency === 'monthly' && (
          <Field label={t('Date')} required error={wordsOf(form.errorOf('dateOfMonth'))}>
            <Select
              value={typed.dateOfMonth === null ? '' : `${typed.dateOfMonth}`}
              placeholder={t('Choose')}
              onChange={(date: string) => form.set({ dateOfMonth: Number(date) })}
              options={MONTH_DATES.map((date) => ({ value: `${date}`, label: ordinal(date) }))}
            />
          </Field>
        )}
        <Field label={t('Timing')} hint={t('In the time of your tenant')}>
          <TextInput type="time" value={DEFAULT_TIMING} onChange={() => undefined} disabled />
        </Field>
      </Stack>
    </Modal>
  );
}

const wordsOf = (message: string | undefined) => message && said(message);
