/** The tenant's working days: what DRR and projection count with. */
import { useState } from 'react';
import { addDays, formatDay, isDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { currentLanguage, t } from '../../../i18n';
import {
  Button,
  ChipChoice,
  DayInput,
  Field,
  IconButton,
  Row,
  Skeleton,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { FieldGrid, Modal, ProblemState, useDraft } from '../../../ui/kit';
import { useCalendar, useSaveCalendar } from '../queries';
import { Failure } from './dialogs';

type Calendar = NonNullable<ReturnType<typeof useCalendar>['data']>;

export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const calendar = useCalendar();
  if (calendar.data) return <Form loaded={calendar.data} onClose={onClose} />;
  return (
    <Modal title={t('Working days')} onClose={onClose}>
      {calendar.isError ? (
        <ProblemState problem={problemOf(calendar.error)} retry={calendar.refetch} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Modal>
  );
}

/** Names of the days in the page's language; 7 January 2024 was a Sunday. */
const dayName = (day: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${addDays('2024-01-07', day)}T00:00:00Z`),
  );

function Form({ loaded, onClose }: { loaded: Calendar; onClose: () => void }) {
  const save = useSaveCalendar();
  const draft = useDraft('targets.calendar', {
    version: loaded.version,
    weeklyOff: loaded.weeklyOff,
    holidays: loaded.holidays,
  });
  const { value } = draft;
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const add = () => {
    if (!isDay(day) || name.trim() === '') return;
    const others = value.holidays.filter((one) => one.day !== day);
    draft.set({ ...value, holidays: [...others, { day, name: name.trim() }].sort((a, b) => (a.day < b.day ? -1 : 1)) });
    setDay('');
    setName('');
  };
  return (
    <Modal
      title={t('Working days')}
      onClose={onClose}
      footer={
        loaded.mayEdit && (
          <>
            <Button
              onClick={() => {
                draft.discard();
                onClose();
              }}
            >
              {t('Cancel')}
            </Button>
            <Button
              look="primary"
              busy={save.isPending}
              onClick={() =>
                save.mutate(value, {
                  onSuccess: () => {
                    draft.discard();
                    showToast(t('Working days saved'), { tone: 'saved' });
                    onClose();
                  },
                })
              }
            >
              {t('Save working days')}
            </Button>
          </>
        )
      }
    >
      <Stack gap="4">
        <Failure error={save.error} />
        {!loaded.mayEdit && <Text tone="muted">{t('Your super manager or tenant admin sets these.')}</Text>}
        <Field label={t('Weekly days off')} group>
          {loaded.mayEdit ? (
            <ChipChoice
              multi
              value={value.weeklyOff.map(String)}
              onChange={(days) => draft.set({ ...value, weeklyOff: days.map(Number).sort() })}
              options={[0, 1, 2, 3, 4, 5, 6].map((one) => ({ value: String(one), label: dayName(one) }))}
            />
          ) : (
            <Text>{value.weeklyOff.map(dayName).join(', ') || t('None')}</Text>
          )}
        </Field>
        <Stack gap="2">
          <Text strong>{t('Holidays')}</Text>
          {value.holidays.length === 0 && <Text tone="muted">{t('No holiday yet.')}</Text>}
          {value.holidays.map((one) => (
            <Row key={one.day} apart tight>
              <Text>
                {formatDay(one.day)} · {one.name}
              </Text>
              {loaded.mayEdit && (
                <IconButton
                  icon="trash"
                  label={t('Remove {name}', { name: one.name })}
                  onClick={() =>
                    draft.set({ ...value, holidays: value.holidays.filter((other) => other.day !== one.day) })
                  }
                />
              )}
            </Row>
          ))}
        </Stack>
        {loaded.mayEdit && (
          <FieldGrid>
            <Field label={t('Day')}>
              <DayInput value={day} onChange={setDay} />
            </Field>
            <Field label={t('Name of the holiday')}>
              <TextInput
                value={name}
                maxLength={80}
                onChange={setName}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') add();
                }}
              />
            </Field>
            <Field label={t('Then')} group>
              <Button onClick={add} icon="plus">
                {t('Add holiday')}
              </Button>
            </Field>
          </FieldGrid>
        )}
      </Stack>
    </Modal>
  );
}
