import { useLocation, useSearchParams } from 'react-router-dom';
import type { AttendanceDay, ClockMark } from '../../../../core/contract/attendance';
import { dayOf, formatDay, formatTime } from '../../../../core/domain/dates';
import { parseRole } from '../../../../core/domain/roles';
import { problemOf, screenWords } from '../../../api';
import { t, tn } from '../../../i18n';
import { matchPath, routeOf } from '../../../routes';
import { Badge, Card, chakra, EmptyState, Heading, IconButton, Row, Skeleton, Stack, Text } from '../../../ui';
import { CardHead, DeskPage, DeskTitle, ProblemState, Table, TableScroll } from '../../../ui/kit';
import { hoursWords, monthBy, weeksOf } from '../month';
import { roleWord } from '../people-words';
import { useAttendance } from '../queries';

const Calendar = chakra('table', {
  base: {
    width: 'full',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: '4px',
    '& th': { fontSize: 'small', color: 'muted', fontWeight: 'medium', paddingBlock: '1' },
    '& td': {
      verticalAlign: 'top',
      height: '3.75rem',
      padding: '1.5',
      borderRadius: 'small',
      fontSize: 'small',
      background: 'canvas',
    },
    '& td[data-present]': { background: 'paid-soft', color: 'paid' },
    '& td[data-today]': { outline: '2px solid var(--c-accent)', outlineOffset: '-2px' },
    '& td:empty': { background: 'transparent' },
  },
});

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const worked = (minutes: number | null) => (minutes === null ? '–' : t('{hours} h {minutes} min', hoursWords(minutes)));

/** A mark in words: the time, and where and with how much battery where that was given. */
function MarkCell({ mark, zone }: { mark: ClockMark | null; zone: string }) {
  if (!mark) return '–';
  const place = mark.lat !== null && mark.lng !== null ? `${mark.lat.toFixed(4)}, ${mark.lng.toFixed(4)}` : '';
  return (
    <Stack gap="0">
      <span>{formatTime(mark.at, zone)}</span>
      <Text as="span" size="tiny" tone="muted">
        {[place, mark.battery === null ? '' : t('battery {n} %', { n: mark.battery })].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}

/** /attendance/:id: a month of one person as a calendar and as a table. */
export default function AttendancePage() {
  const { pathname } = useLocation();
  const id = matchPath(pathname, [['attendance', routeOf('attendance').path]])?.params.id ?? '';
  const [search, setSearch] = useSearchParams();
  const asked = /^\d{4}-(0[1-9]|1[0-2])$/.test(search.get('month') ?? '')
    ? (search.get('month') ?? undefined)
    : undefined;
  const { data, error, refetch, isPlaceholderData } = useAttendance(id, asked);
  const month = data?.month ?? asked;
  const turn = (by: number) => month && setSearch({ month: monthBy(month, by) }, { replace: true });
  const words = error && screenWords(error);
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <Row apart>
          <Stack gap="0">
            <DeskTitle>{data ? t('Attendance of {name}', { name: data.person.fullName }) : t('Attendance')}</DeskTitle>
            {data && (
              <Text tone="muted">
                {(() => {
                  const role = parseRole(data.person.role);
                  return role ? roleWord(role) : data.person.role;
                })()}
              </Text>
            )}
          </Stack>
          <Row>
            <IconButton icon="back" label={t('The month before')} onClick={() => turn(-1)} disabled={!month} />
            <Text as="span" strong aria-live="polite" minWidth="9rem" textAlign="center">
              {month && `${t(MONTHS[Number(month.slice(5, 7)) - 1] ?? 'January')} ${month.slice(0, 4)}`}
            </Text>
            <IconButton icon="next" label={t('The month after')} onClick={() => turn(1)} disabled={!month} />
          </Row>
        </Row>
        {words && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
        {!data && !words && <Skeleton lines={6} height="3rem" />}
        {data && <MonthView days={data.days} month={data.month} zone={data.zone} stale={isPlaceholderData} />}
      </Stack>
    </DeskPage>
  );
}

function MonthView({
  days,
  month,
  zone,
  stale,
}: {
  days: readonly AttendanceDay[];
  month: string;
  zone: string;
  stale: boolean;
}) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const today = dayOf(new Date(), zone);
  return (
    <Stack gap="4" opacity={stale ? 0.6 : 1}>
      <Card>
        <Stack gap="2">
          <Row apart>
            <Badge tone="paid">{tn(days.length, '{n} day present', '{n} days present')}</Badge>
          </Row>
          <Calendar aria-label={t('Calendar of the month')}>
            <thead>
              <tr>
                {WEEKDAYS.map((name, at) => (
                  <th key={name} scope="col">
                    {t(WEEKDAYS[at] ?? 'Mon')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(month).map((week) => (
                <tr key={week.find((day) => day !== null)}>
                  {week.map((day, at) =>
                    day === null ? (
                      <td key={at} />
                    ) : (
                      <td key={day} data-present={byDay.has(day) || undefined} data-today={day === today || undefined}>
                        <strong>{Number(day.slice(8))}</strong>
                        {byDay.has(day) && <div>{worked(byDay.get(day)?.minutes ?? null)}</div>}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </Calendar>
        </Stack>
      </Card>
      <Card flush>
        <CardHead>
          <Heading>{t('Day by day')}</Heading>
        </CardHead>
        {days.length === 0 ? (
          <EmptyState icon="today" title={t('Nothing in this month')}>
            {t('A day appears once there is a sign-in, a clock mark or a record.')}
          </EmptyState>
        ) : (
          <TableScroll>
            <Table>
              <thead>
                <tr>
                  <th>{t('Day')}</th>
                  <th>{t('Clock in')}</th>
                  <th>{t('Clock out')}</th>
                  <th>{t('First sign-in')}</th>
                  <th>{t('Last seen')}</th>
                  <th>{t('Records')}</th>
                  <th>{t('From first to last')}</th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.day}>
                    <td>{formatDay(day.day)}</td>
                    <td>
                      <MarkCell mark={day.clockIn} zone={zone} />
                    </td>
                    <td>
                      <MarkCell mark={day.clockOut} zone={zone} />
                    </td>
                    <td>{day.firstSignInAt ? formatTime(day.firstSignInAt, zone) : '–'}</td>
                    <td>{day.lastSeenAt ? formatTime(day.lastSeenAt, zone) : '–'}</td>
                    <td>{day.records}</td>
                    <td>{worked(day.minutes)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </TableScroll>
        )}
      </Card>
    </Stack>
  );
}
