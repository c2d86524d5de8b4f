/** What is done to one target beside changing it: splitting it, and its log. */
import { useState } from 'react';
import type { CascadeRow, Target } from '../../../../core/contract/targets';
import { formatDateTime } from '../../../../core/domain/dates';
import { METRIC_FACTS } from '../../../../core/domain/targets';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Button, Field, Row, SegmentedChoice, Skeleton, Stack, showToast, Text } from '../../../ui';
import { FieldGrid, Modal, ProblemNote, ProblemState, Table, TableScroll } from '../../../ui/kit';
import { useCascade, useLog } from '../queries';
import { actionWords, metricWords, monthWords, valueWords } from '../target-words';

/** What a failed write says, above the form; nothing while there is none. */
export function Failure({ error }: { error: Error | null }) {
  return (
    <ProblemNote tone="danger" problem={failedWrite(error)} refused={Object.values(fieldWords(error)).join(' ')} />
  );
}

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
        onSuccess: ({ rows: found }) => {
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
