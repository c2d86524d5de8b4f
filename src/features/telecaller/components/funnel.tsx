/** The caller's own day: dials, connect, RPC, PTP, kept; a press on a number opens the records behind it. */
import { useState } from 'react';
import { CALL_STAGES, type CallStage } from '../../../../core/domain/call-stages';
import { formatTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Card, chakra, DateText, Heading, Link, Money, Row, Skeleton, Stack, Text } from '../../../ui';
import { Modal, Pagination, ProblemState } from '../../../ui/kit';
import { useZone } from '../../session';
import { useCallerDay } from '../day-queries';
import { useToday } from '../queries';
import { useRecords } from '../record-queries';
import { lookOf, STAGE_WORDS } from '../words';

const Steps = chakra('div', {
  base: { display: 'grid', gap: '2', gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))' },
});
const Step = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
    padding: '3',
    textAlign: 'start',
    borderRadius: 'small',
    background: 'sunken',
    cursor: 'pointer',
    '& strong': { fontSize: 'title' },
    '& small': { color: 'muted', fontSize: 'small' },
  },
});

export function Funnel() {
  const zone = useZone();
  const { data, error, refetch } = useCallerDay();
  const [open, setOpen] = useState<CallStage>();
  const share = (at: number) => {
    const [stage, before] = [CALL_STAGES[at], CALL_STAGES[at - 1]];
    if (!data || !stage || !before || stage === 'kept') return null;
    const whole = data.funnel[before].count;
    return whole > 0 ? `${Math.round((100 * data.funnel[stage].count) / whole)} %` : '—';
  };
  return (
    <Card>
      <Stack gap="3">
        <Row apart>
          <Heading as="h2">{t('Your day')}</Heading>
          {data && (
            <Text size="small" tone="muted">
              {error ? t('from {time}', { time: formatTime(data.asOf, zone) }) : formatTime(data.asOf, zone)}
            </Text>
          )}
        </Row>
        {!data && error && (
          <ProblemState
            problem={problemOf(error, t('Your calls are saved on this device; the figures come with the network.'))}
            retry={refetch}
          />
        )}
        {!data && !error && <Skeleton lines={1} height="4rem" />}
        {data && (
          <>
            <Steps>
              {CALL_STAGES.map((stage, at) => (
                <Step key={stage} type="button" title={t(STAGE_WORDS[stage].formula)} onClick={() => setOpen(stage)}>
                  <span>{t(STAGE_WORDS[stage].name)}</span>
                  <strong>{data.funnel[stage].count.toLocaleString('en-IN')}</strong>
                  <small>
                    {stage === 'ptp' || stage === 'kept' ? <Money paise={data.funnel[stage].paise} short /> : share(at)}
                    {stage === 'dials' && t('today')}
                  </small>
                </Step>
              ))}
            </Steps>
            <Text size="small" tone="muted">
              {t('This month: {kept} of {due} promises kept', { kept: data.month.kept, due: data.month.due })} ·{' '}
              <Money paise={data.month.keptPaise} short /> · {t('collected on your loans')}{' '}
              <Money paise={data.month.collectedPaise} short />
            </Text>
          </>
        )}
      </Stack>
      {open && <StageRecords stage={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function StageRecords({ stage, onClose }: { stage: CallStage; onClose: () => void }) {
  const zone = useZone();
  const today = useToday();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRecords({
    mine: 'true',
    stage,
    from: today,
    to: today,
    pageNo: page,
    pageSize: 10,
  });
  return (
    <Modal title={t(STAGE_WORDS[stage].name)} onClose={onClose}>
      <Stack gap="3">
        <Text size="small" tone="muted">
          {t(STAGE_WORDS[stage].formula)}
        </Text>
        {error && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
        {!data && !error && <Skeleton lines={4} />}
        {data?.caseHistories.length === 0 && <Text tone="muted">{t('None yet today.')}</Text>}
        {data?.caseHistories.map((entry) => {
          const look = lookOf(entry.class, entry.channel);
          return (
            <Row key={entry.id} apart gap="3">
              <Link
                to={deskPaths.callManagement({ loanId: entry.loanId, loanNumber: entry.loanNumber })}
                onClick={onClose}
              >
                {entry.borrower} · {entry.loanNumber}
              </Link>
              <Row gap="2">
                <Badge tone={look.tone} icon={look.icon}>
                  {entry.codeLabel}
                </Badge>
                <Text as="span" size="small" tone="muted">
                  <DateText value={entry.at} time near zone={zone} />
                </Text>
              </Row>
            </Row>
          );
        })}
        <Pagination label={t('Pages of records')} page={page} pages={data?.totalPages ?? 0} onPage={setPage} />
      </Stack>
    </Modal>
  );
}
