/** The modal "Link Reports & other settings": makes a scheduled report, or changes one. */
import { createSchedule, type ScheduledReport, updateSchedule } from '../../../../core/contract/schedule-reports';
import { FREQUENCIES, MONTH_DATES, ordinal, WEEKDAYS } from '../../../../core/domain/validators';
import { failures, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm, type FormSection } from '../../forms';
import { useSignedIn } from '../../session';
import { useLinkChoices } from '../queries';
import { bodyOf, checkSchedule, type ScheduleValues, valuesOf } from '../schedule-form';
import { FREQUENCY_WORDS, WEEKDAY_WORDS } from '../words';

export function ScheduleDialog({ schedule, onClose }: { schedule?: ScheduledReport; onClose: () => void }) {
  const { tenant } = useSignedIn().profile;
  const { reports = [], portfolios = [] } = useLinkChoices().data ?? {};
  const sections = ({ frequency }: ScheduleValues): FormSection<ScheduleValues>[] => [
    {
      fields: {
        tenant: { label: t('Tenant'), required: true, input: { disabled: true } },
        reportName: {
          label: t('Report'),
          required: true,
          options: reports.map(({ id, displayName }) => ({ value: id, label: said(displayName) })),
        },
        portfolioIds: {
          label: t('Portfolios'),
          required: true,
          options: portfolios.map(({ id, name }) => ({ value: id, label: name })),
        },
        emails: {
          label: t('Emails'),
          kind: 'area',
          required: true,
          hint: t('One a line, or with commas between them'),
          input: { rows: 3 },
        },
        frequency: {
          label: t('Frequency'),
          kind: 'chips',
          required: true,
          options: FREQUENCIES.map((value) => ({ value, label: t(FREQUENCY_WORDS[value]) })),
          with: () => ({ daysOfWeek: [], dateOfMonth: null }),
        },
        daysOfWeek: frequency === 'weekly' && {
          label: t('Days'),
          kind: 'chips',
          required: true,
          options: WEEKDAYS.map((value) => ({ value, label: t(WEEKDAY_WORDS[value]) })),
        },
        dateOfMonth: frequency === 'monthly' && {
          label: t('Date'),
          kind: 'choice',
          required: true,
          options: MONTH_DATES.map((date) => ({ value: `${date}`, label: ordinal(date) })),
        },
        timing: {
          label: t('Timing'),
          kind: 'time',
          required: 'unsaid',
          hint: t('In the time of your tenant'),
          input: { disabled: true },
        },
      },
    },
  ];
  return (
    <EntityForm
      at="dialog"
      draft={`schedule.${schedule?.id ?? 'new'}`}
      label={t('Link Reports & other settings')}
      to={schedule ? updateSchedule : createSchedule}
      {...(schedule && { params: { id: schedule.id }, version: schedule.version })}
      values={valuesOf(schedule, tenant.name)}
      sections={sections}
      also={(values) => bodyOf(values, portfolios)}
      check={checkSchedule(tenant.id)}
      again={['schedules']}
      send={t('Save')}
      failed={t(failures.reportSave)}
      onStored={() => {
        showToast(schedule ? t(successes.reportUpdated) : t(successes.reportCreated), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
