import { createTarget, type Target } from '../../../../core/contract/targets';
import { BUCKETS } from '../../../../core/domain/buckets';
import { METRIC_FACTS, METRICS, parseTarget, TARGET_SCOPES } from '../../../../core/domain/targets';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm, type FormSection } from '../../forms';
import { useTargetChoices } from '../queries';
import { metricWords, monthWords, scopeWords, valueWords } from '../target-words';
import { Failure } from './dialogs';

interface Typed extends Pick<Target, 'scope' | 'bucket' | 'metric'> {
  scopeId: string;
  portfolioId: string;
  typed: string;
}
const EMPTY: Typed = { scope: 'user', scopeId: '', portfolioId: '', bucket: 'any', metric: 'amount', typed: '' };

const options = (some: readonly { id: string; name: string }[] = []) =>
  some.map(({ id, name }) => ({ value: id, label: name }));

export function NewTarget({ month, onClose }: { month: string; onClose: () => void }) {
  const choices = useTargetChoices();
  const { users, teams, portfolios } = choices.data ?? {};
  const sections = ({ scope, metric, typed }: Typed): FormSection<Typed>[] => {
    const of = { user: users, team: teams, portfolio: portfolios }[scope];
    const target = parseTarget(metric, typed);
    const login = metric === 'login';
    return [
      {
        fields: {
          scope: {
            label: t('For'),
            kind: 'segments',
            required: 'unsaid',
            options: TARGET_SCOPES.map((one) => ({ value: one, label: scopeWords()[one] })),
            input: { columns: 3 },
            with: (next) => ({ scopeId: '', metric: next === 'portfolio' && login ? 'amount' : metric }),
          },
        },
      },
      {
        beside: true,
        fields: {
          scopeId: {
            label: scopeWords()[scope],
            hint: of?.length === 0 && t('Nobody below you to set a target for yet.'),
            options: options(of),
            input: { placeholder: choices.data ? t('Choose') : t('Loading') },
          },
          metric: {
            label: t('Metric'),
            required: 'unsaid',
            hint: t(METRIC_FACTS[metric].formula),
            options: METRICS.filter((one) => one !== 'login' || scope !== 'portfolio').map((one) => ({
              value: one,
              label: metricWords(one),
            })),
          },
          bucket: !login && {
            label: t('Bucket'),
            required: 'unsaid',
            options: [{ value: 'any', label: t('Any bucket') }, ...BUCKETS.map((one) => ({ value: one, label: one }))],
          },
          portfolioId: !login &&
            scope !== 'portfolio' && {
              label: t('Only on portfolio'),
              none: t('All portfolios'),
              options: options(portfolios),
            },
          typed: {
            label: t('Target'),
            required: true,
            most: 16,
            hint: target === undefined ? unitHint(metric) : valueWords(metric, target),
            input: { inputMode: 'decimal' },
          },
        },
      },
    ];
  };
  return (
    <EntityForm
      at="dialog"
      draft="target.new"
      label={t('New target for {month}', { month: monthWords(month) })}
      to={createTarget}
      values={EMPTY}
      sections={sections}
      also={({ metric, scope, bucket, portfolioId, typed }) => ({
        month,
        bucket: metric === 'login' ? 'any' : bucket,
        portfolioId: scope === 'portfolio' || metric === 'login' || portfolioId === '' ? null : portfolioId,
        target: parseTarget(metric, typed) ?? 0,
      })}
      check={({ metric, typed }) =>
        typed.trim() !== '' && parseTarget(metric, typed) === undefined
          ? { typed: t('This is no value for this metric.') }
          : {}
      }
      paths={{ target: 'typed' }}
      again={['targets']}
      below={choices.isError && <Failure error={choices.error} />}
      send={t('Set target')}
      onStored={() => {
        showToast(t('Target set'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const unitHint = (metric: Target['metric']): string =>
  ({ paise: t('In rupees'), 'basis-points': t('In percent'), minutes: t('In hours'), count: t('A whole number') })[
    METRIC_FACTS[metric].unit
  ];
