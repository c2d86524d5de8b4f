/** One telecaller's, field agent's or manager's months: target against achievement, and how this month stands. */
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { METRIC_FACTS, METRICS } from '../../../../core/domain/targets';
import { ApiError, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { DESK_PATHS, deskPaths, matchPath, mayEnter, routeOf } from '../../../routes';
import { Banner, Card, Field, Heading, LinkButton, Row, Select, Skeleton, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle, FactLine, Facts, FieldGrid, ProblemState } from '../../../ui/kit';
import { roleWords } from '../../auth';
import { useSignedIn } from '../../session';
import { TargetChart } from '../components/target-chart';
import { useSeries } from '../queries';
import { metricWords, valueWords } from '../target-words';

const MONTHS = ['3', '6', '12', '24'] as const;

export default function PersonTargetPage() {
  const { profile } = useSignedIn();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const id = matchPath(pathname, DESK_PATHS)?.params.id ?? '';
  const [address, setAddress] = useSearchParams();
  const metric = METRICS.find((one) => one === address.get('metric')) ?? 'amount';
  const months = MONTHS.find((one) => one === address.get('months')) ?? '6';
  const series = useSeries(id, metric, Number(months));
  const set = (name: string, value: string) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const data = series.data;
  // Field agents have a path of their own; who links here may not know what somebody is.
  const own = data && deskPaths.personTarget(id, data.person.role.toUpperCase() === 'CRM_FIELDAGENT');
  useEffect(() => {
    if (own && own !== pathname) void navigate(own + search, { replace: true });
  }, [own, pathname, search, navigate]);
  const offline = series.error instanceof ApiError && series.error.offline;
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <Row apart gap="3">
          <Stack gap="0">
            <DeskTitle>{data ? t('Target of {name}', { name: data.person.name }) : t('Target')}</DeskTitle>
            {data && <Text tone="muted">{roleWords(data.person.role)}</Text>}
          </Stack>
          {mayEnter(profile.role, routeOf('targetSettings')) && (
            <LinkButton to={deskPaths.targets()} icon="back">
              {t('All targets')}
            </LinkButton>
          )}
        </Row>
        <FieldGrid>
          <Field label={t('Metric')} hint={t(METRIC_FACTS[metric].formula)}>
            <Select
              value={metric}
              onChange={(one) => set('metric', one)}
              options={METRICS.map((one) => ({ value: one, label: metricWords(one) }))}
            />
          </Field>
          <Field label={t('Months')}>
            <Select
              value={months}
              onChange={(one) => set('months', one)}
              options={MONTHS.map((one) => ({ value: one, label: t('{n} months', { n: one }) }))}
            />
          </Field>
        </FieldGrid>
        {series.error && data && (
          <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')} />
        )}
        {series.error && !data ? (
          <ProblemState problem={problemOf(series.error)} retry={series.refetch} />
        ) : !data ? (
          <Skeleton lines={5} height="2.5rem" />
        ) : (
          <>
            <Card>
              <Stack gap="3">
                <Heading>{t('This month')}</Heading>
                <Facts>
                  <FactLine name={t('Target')}>{valueWords(metric, data.now.target)}</FactLine>
                  <FactLine name={t('Achieved')}>
                    {valueWords(metric, data.now.achieved)}
                    {data.now.percent !== null && ` · ${data.now.percent} %`}
                  </FactLine>
                  <FactLine name={t('Needed a day (DRR)')}>
                    {valueWords(metric, data.now.target === null ? null : data.now.drr)}
                  </FactLine>
                  <FactLine name={t('Projection')}>{valueWords(metric, data.now.projection)}</FactLine>
                </Facts>
                <Text size="small" tone="muted">
                  {tn(data.days.left, '{n} working day left, today included', '{n} working days left, today included')}
                </Text>
              </Stack>
            </Card>
            <Card>
              <TargetChart
                metric={data.metric}
                months={data.months}
                target={data.target}
                achievement={data.achievement}
              />
            </Card>
          </>
        )}
      </Stack>
    </DeskPage>
  );
}
