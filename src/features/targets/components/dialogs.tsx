/** What is done to targets beside changing one: a new one, splitting, copying, the log. */
import { useState } from 'react';
import type { CascadeRow, Target } from '../../../../core/contract/targets';
import { BUCKETS } from '../../../../core/domain/buckets';
import { formatDateTime } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { METRIC_FACTS, METRICS, parseTarget, TARGET_SCOPES, type TargetScope } from '../../../../core/domain/targets';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import {
  Banner,
  Button,
  Field,
  Row,
  SegmentedChoice,
  Select,
  Skeleton,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { DraftNote, FieldGrid, Modal, ProblemNote, ProblemState, Table, TableScroll, useDraft } from '../../../ui/kit';
import { type NewTarget, useCascade, useCopyTargets, useCreateTarget, useLog, useTargetChoices } from '../queries';
import { actionWords, metricWords, monthWords, scopeWords, valueWords } from '../target-words';

/** What a failed write says, above the form; nothing while there is none. */
export function Failure({ error }: { error: Error | null }) {
  return (
    <ProblemNote tone="danger" problem={failedWrite(error)} refused={Object.values(fieldWords(error)).join(' ')} />
  );
}

interface Typed extends Omit<NewTarget, 'id' | 'month' | 'target' | 'portfolioId'> {
  portfolioId: string;
  typed: string;
}
const EMPTY: Typed = { scope: 'user', scopeId: '', portfolioId: '', bucket: 'any', metric: 'amount', typed: '' };

export function NewTargetDialog({ month, zone, onClose }: { month: string; zone: string; onClose: () => void }) {
  const choices = useTargetChoices();
  const create = useCreateTarget();
  const [id] = useState(() => uuidv7());
  const draft = useDraft<Typed>('target.new', EMPTY);
  const [openedWith] = useState(draft.changedAt);
  const [tried, setTried] = useState(false);
  const { value } = draft;
  const change = (part: Partial<Typed>) => draft.set({ ...value, ...part });
  const target = parseTarget(value.metric, value.typed);
  const of =
    choices.data &&
    { user: choices.data.users, team: choices.data.teams, portfolio: choices.data.portfolios }[value.scope];
  const required = t('This Field Is Required');
  const store = () => {
    setTried(true);
    if (value.scopeId === '' || target === undefined) return;
    const { scope, scopeId, metric } = value;
    const login = metric === 'login';
    create.mutate(
      {
        id,
        month,
        scope,
        scopeId,
        metric,
        bucket: login ? 'any' : value.bucket,
        portfolioId: scope === 'portfolio' || login || value.portfolioId === '' ? null : value.portfolioId,
        target,
      },
      {
        onSuccess: () => {
          draft.discard();
          showToast(t('Target set'), { tone: 'saved' });
          onClose();
        },
      },
    );
  };
  const metrics = METRICS.filter((one) => one !== 'login' || value.scope !== 'portfolio');
  return (
    <Modal
      title={t('New target for {month}', { month: monthWords(month) })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={create.isPending} onClick={store}>
            {t('Set target')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Failure error={create.error} />
        {draft.changedAt !== undefined && openedWith !== undefined && (
          <DraftNote at={openedWith} zone={zone} onDiscard={draft.discard} />
        )}
        <Field label={t('For')} group>
          <SegmentedChoice<TargetScope>
            columns={3}
            value={value.scope}
            onChange={(scope) =>
              change({
                scope,
                scopeId: '',
                metric: scope === 'portfolio' && value.metric === 'login' ? 'amount' : value.metric,
              })
            }
            options={TARGET_SCOPES.map((one) => ({ value: one, label: scopeWords()[one] }))}
          />
        </Field>
        <FieldGrid>
          <Field
            label={scopeWords()[value.scope]}
            required
            error={tried && value.scopeId === '' ? required : undefined}
            hint={of?.length === 0 ? t('Nobody below you to set a target for yet.') : undefined}
          >
            <Select
              value={value.scopeId}
              placeholder={choices.data ? t('Choose') : t('Loading')}
              onChange={(scopeId) => change({ scopeId })}
              options={(of ?? []).map((one) => ({ value: one.id, label: one.name }))}
            />
          </Field>
          <Field label={t('Metric')} hint={t(METRIC_FACTS[value.metric].formula)}>
            <Select
              value={value.metric}
              onChange={(metric) => change({ metric })}
              options={metrics.map((one) => ({ value: one, label: metricWords(one) }))}
            />
          </Field>
          {value.metric !== 'login' && (
            <Field label={t('Bucket')}>
              <Select
                value={value.bucket}
                onChange={(bucket) => change({ bucket })}
                options={[
                  { value: 'any', label: t('Any bucket') },
                  ...BUCKETS.map((one) => ({ value: one, label: one })),
                ]}
              />
            </Field>
          )}
          {value.metric !== 'login' && value.scope !== 'portfolio' && (
            <Field label={t('Only on portfolio')} optional>
              <Select
                value={value.portfolioId || 'all'}
                onChange={(portfolioId) => change({ portfolioId: portfolioId === 'all' ? '' : portfolioId })}
                options={[
                  { value: 'all', label: t('All portfolios') },
                  ...(choices.data?.portfolios ?? []).map((one) => ({ value: one.id, label: one.name })),
                ]}
              />
            </Field>
          )}
          <Field
            label={t('Target')}
            required
            error={
              tried && target === undefined
                ? value.typed.trim() === ''
                  ? required
                  : t('This is no value for this metric.')
                : undefined
            }
            hint={target === undefined ? unitHint(value.metric) : valueWords(value.metric, target)}
          >
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              value={value.typed}
              onChange={(typed) => change({ typed })}
              onKeyDown={(event) => {
                if (event.key === 'Enter') store();
              }}
            />
          </Field>
        </FieldGrid>
        {choices.isError && <Failure error={choices.error} />}
      </Stack>
    </Modal>
  );
}

const unitHint = (metric: Target['metric']): string =>
  ({ paise: t('In rupees'), 'basis-points': t('In percent'), minutes: t('In hours'), count: t('A whole number') })[
    METRIC_FACTS[metric].unit
  ];

export function CascadeDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const cascade = useCascade();
  const [agentType, setAgentType] = useState<'Collector' | 'Field_Agent'>('Field_Agent');
  const [by, setBy] = useState<'pos' | 'equal'>('pos');
  const [shown, setShown] = useState<{ rows: CascadeRow[]; of: string }>();
  const key = `${agentType}.${by}`;
  const rows = shown?.of === key ? shown.rows : undefined;
  const ask = (preview: boolean) =>
    cascade.mutate(
      { id: target.id, version: target.version, agentType, by, preview },
      {
        onSuccess: (found) => {
          if (preview) return setShown({ rows: found, of: key });
          showToast(tn(found.length, '{n} target set', '{n} targets set'), { tone: 'saved' });
          onClose();
        },
      },
    );
  const sum = rows?.reduce((all, row) => all + row.target, 0) ?? 0;
  return (
    <Modal
      title={t('Split the target of {name}', { name: target.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {rows && rows.length > 0 ? (
            <Button look="primary" busy={cascade.isPending} onClick={() => ask(false)}>
              {tn(rows.length, 'Set {n} target', 'Set {n} targets')}
            </Button>
          ) : (
            <Button look="primary" busy={cascade.isPending} onClick={() => ask(true)}>
              {t('Show the split')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="4">
        <Failure error={cascade.error} />
        <Text>
          {metricWords(target.metric)}: <strong>{valueWords(target.metric, target.target)}</strong>
        </Text>
        <FieldGrid>
          <Field label={t('Over')} group>
            <SegmentedChoice
              value={agentType}
              onChange={setAgentType}
              options={[
                { value: 'Field_Agent', label: t('Field agents') },
                { value: 'Collector', label: t('Telecallers') },
              ]}
            />
          </Field>
          <Field label={t('Shared by')} group>
            <SegmentedChoice
              value={by}
              onChange={setBy}
              options={[
                { value: 'pos', label: t('Share of POS') },
                { value: 'equal', label: t('Equal parts') },
              ]}
            />
          </Field>
        </FieldGrid>
        {rows?.length === 0 && <Banner tone="info" title={t('There is nobody to split it over')} />}
        {rows && rows.length > 0 && (
          <TableScroll>
            <Table aria-label={t('The split')}>
              <thead>
                <tr>
                  <th scope="col">{t('Agent')}</th>
                  <th scope="col" className="num">
                    POS
                  </th>
                  <th scope="col" className="num">
                    {t('Now')}
                  </th>
                  <th scope="col" className="num">
                    {t('Then')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.userId}>
                    <th scope="row">{row.name}</th>
                    <td className="num">{valueWords('amount', row.posPaise)}</td>
                    <td className="num">{valueWords(target.metric, row.before)}</td>
                    <td className="num">
                      {valueWords(target.metric, row.target)}
                      {row.locked && ` (${t('locked')})`}
                    </td>
                  </tr>
                ))}
              </tbody>
              {METRIC_FACTS[target.metric].adds && (
                <tfoot>
                  <tr>
                    <th scope="row">{t('Together')}</th>
                    <td />
                    <td />
                    <td className="num">{valueWords(target.metric, sum)}</td>
                  </tr>
                </tfoot>
              )}
            </Table>
          </TableScroll>
        )}
      </Stack>
    </Modal>
  );
}

export function CopyDialog({
  month,
  before,
  zone,
  onClose,
}: {
  month: string;
  before: string;
  zone: string;
  onClose: () => void;
}) {
  const copy = useCopyTargets();
  const draft = useDraft(`target.copy.${month}`, '0');
  const [openedAt] = useState(draft.changedAt);
  const typed = draft.value;
  const percent = /^[+−-]?\d{1,3}(\.\d)?$/.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : undefined;
  const fits = percent !== undefined && percent >= -100 && percent <= 500;
  return (
    <Modal
      title={t('Copy the targets of {month}', { month: monthWords(before) })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={copy.isPending}
            onClick={() => {
              if (!fits) return;
              copy.mutate(
                { month, percent },
                {
                  onSuccess: ({ copied, kept }) => {
                    draft.discard();
                    const words = tn(copied, '{n} target copied', '{n} targets copied');
                    showToast(
                      kept > 0 ? `${words}, ${tn(kept, '{n} was there already', '{n} were there already')}` : words,
                      {
                        tone: 'saved',
                      },
                    );
                    onClose();
                  },
                },
              );
            }}
          >
            {t('Copy targets')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Failure error={copy.error} />
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Field
          label={t('Raised or lowered by, %')}
          hint={t('0 copies them as they were; what {month} has already stays.', { month: monthWords(month) })}
          error={fits ? undefined : t('Between −100 and 500.')}
        >
          <TextInput inputMode="text" autoComplete="off" maxLength={6} value={typed} onChange={draft.set} />
        </Field>
      </Stack>
    </Modal>
  );
}

export function LogDialog({ target, zone, onClose }: { target: Target; zone: string; onClose: () => void }) {
  const log = useLog(target.id);
  return (
    <Modal title={t('History of {name}', { name: target.name })} onClose={onClose}>
      <Stack gap="3">
        <Text tone="muted">
          {metricWords(target.metric)} · {monthWords(target.month)}
        </Text>
        {log.isError ? (
          <ProblemState problem={problemOf(log.error)} retry={log.refetch} />
        ) : !log.data ? (
          <Skeleton lines={3} />
        ) : (
          <Stack as="ol" gap="2">
            {log.data.map((line) => (
              <Row as="li" key={`${line.at}.${line.action}`} apart>
                <Stack gap="0">
                  <Text strong>{actionWords()[line.action]}</Text>
                  <Text size="small" tone="muted">
                    {formatDateTime(line.at, zone)} · {line.by ?? t('somebody')}
                  </Text>
                </Stack>
                <Text>
                  {line.before !== null && `${valueWords(target.metric, line.before)} → `}
                  {line.after !== null && valueWords(target.metric, line.after)}
                </Text>
              </Row>
            ))}
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}
