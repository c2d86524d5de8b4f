/** The tenant's working days: what DRR and projection count with. */
import { useState } from 'react';
import { saveCalendar } from '../../../../core/contract/targets';
import { addDays, formatDay, isDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { currentLanguage, t } from '../../../i18n';
import { Button, DayInput, Field, IconButton, Row, Skeleton, Stack, showToast, Text, TextInput } from '../../../ui';
import { FieldGrid, Modal, ProblemState, type RecordFormState } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useCalendar } from '../queries';

type Calendar = NonNullable<ReturnType<typeof useCalendar>['data']>;
type Values = Pick<Calendar, 'weeklyOff' | 'holidays'>;

export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, error, refetch } = useCalendar();
  if (data?.mayEdit) return <Keeper loaded={data} onClose={onClose} />;
  return (
    <Modal title={t('Working days')} onClose={onClose}>
      {isError ? (
        <ProblemState problem={problemOf(error)} retry={refetch} />
      ) : data ? (
        <Stack gap="4">
          <Text tone="muted">{t('Your super manager or tenant admin sets these.')}</Text>
          <Field label={t('Weekly days off')} group>
            <Text>{data.weeklyOff.map(dayName).join(', ') || t('None')}</Text>
          </Field>
          <Holidays holidays={data.holidays} />
        </Stack>
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

function Keeper({ loaded, onClose }: { loaded: Calendar; onClose: () => void }) {
  const { version, weeklyOff, holidays } = loaded;
  return (
    <EntityForm
      at="dialog"
      draft="targets.calendar"
      label={t('Working days')}
      to={saveCalendar}
      version={version}
      values={{ weeklyOff, holidays }}
      sections={() => [
        {
          fields: {
            weeklyOff: {
              label: t('Weekly days off'),
              kind: 'chips',
              required: 'unsaid',
              options: [0, 1, 2, 3, 4, 5, 6].map((one) => ({ value: String(one), label: dayName(one) })),
            },
          },
          also: (form) => <EditedHolidays form={form} />,
        },
      ]}
      also={(values) => ({ weeklyOff: values.weeklyOff.map(Number) })}
      again={['targets']}
      send={t('Save working days')}
      onStored={() => {
        showToast(t('Working days saved'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
      cancelDiscards
    />
  );
}

function Holidays({ holidays, onRemove }: { holidays: Values['holidays']; onRemove?: (day: string) => void }) {
  return (
    <Stack gap="2">
      <Text strong>{t('Holidays')}</Text>
      {holidays.length === 0 && <Text tone="muted">{t('No holiday yet.')}</Text>}
      {holidays.map(({ day, name }) => (
        <Row key={day} apart tight>
          <Text>
            {formatDay(day)} · {name}
          </Text>
          {onRemove && <IconButton icon="trash" label={t('Remove {name}', { name })} onClick={() => onRemove(day)} />}
        </Row>
      ))}
    </Stack>
  );
}

function EditedHolidays({ form }: { form: RecordFormState<Values> }) {
  const { holidays } = form.typed;
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const without = (gone: string) => holidays.filter((one) => one.day !== gone);
  const add = () => {
    if (!isDay(day) || name.trim() === '') return;
    const next = [...without(day), { day, name: name.trim() }].sort((a, b) => (a.day < b.day ? -1 : 1));
    form.set({ holidays: next });
    setDay('');
    setName('');
  };
  return (
    <>
      <Holidays holidays={holidays} onRemove={(gone) => form.set({ holidays: without(gone) })} />
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
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              add();
            }}
          />
        </Field>
        <Field label={t('Then')} group>
          <Button onClick={add} icon="plus">
            {t('Add holiday')}
          </Button>
        </Field>
      </FieldGrid>
    </>
  );
}
