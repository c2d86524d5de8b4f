/** One target beside the grid: its figures with their formula, and what may be done with it. */
import { useState } from 'react';
import type { Target } from '../../../../core/contract/targets';
import { METRIC_FACTS } from '../../../../core/domain/targets';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Button, DateText, LinkButton, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, FactLine, Facts, SidePanel } from '../../../ui/kit';
import { useDeleteTarget } from '../queries';
import { aboutWords, metricWords, monthWords, scopeWords, valueWords } from '../target-words';
import { CascadeDialog, Failure, LogDialog } from './dialogs';

export function TargetPanel({
  target,
  zone,
  charts,
  onClose,
}: {
  target: Target;
  zone: string;
  /** The caller's role has the screens of single people. */
  charts: boolean;
  onClose: () => void;
}) {
  const [open, setOpen] = useState<'log' | 'cascade' | 'delete'>();
  const remove = useDeleteTarget();
  const shut = () => setOpen(undefined);
  const free = target.mayEdit && !target.lockedAt;
  return (
    <SidePanel
      about={target.id}
      label={t('Target of {name}', { name: target.name })}
      title={target.name}
      line={`${scopeWords()[target.scope]} · ${monthWords(target.month)}`}
      closeLabel={t('Close the target (Esc)')}
      onClose={onClose}
      footer={
        <>
          {target.mayEdit && target.scope !== 'user' && (
            <Button look="primary" onClick={() => setOpen('cascade')}>
              {t('Split over agents')}
            </Button>
          )}
          <Button onClick={() => setOpen('log')}>{t('History')}</Button>
          {charts && target.scope !== 'portfolio' && (
            <LinkButton to={deskPaths.personTarget(target.scopeId, target.role?.toUpperCase() === 'CRM_FIELDAGENT')}>
              {t('Month by month')}
            </LinkButton>
          )}
          {free && (
            <Button onClick={() => setOpen('delete')} icon="trash">
              {t('Take away')}
            </Button>
          )}
        </>
      }
    >
      <Failure error={remove.error} />
      <Facts>
        <FactLine name={t('Metric')}>{metricWords(target.metric)}</FactLine>
        <FactLine name={t('Bucket')}>{target.bucket === 'any' ? t('Any') : target.bucket}</FactLine>
        {target.portfolio && <FactLine name={t('Portfolio')}>{target.portfolio.name}</FactLine>}
        <FactLine name={t('Target')}>{valueWords(target.metric, target.target)}</FactLine>
        <FactLine name={t('Achieved')}>
          {valueWords(target.metric, target.achieved)}
          {target.percent !== null && ` · ${target.percent} %`}
        </FactLine>
        <FactLine name={t('Needed a day (DRR)')}>{valueWords(target.metric, target.drr)}</FactLine>
        <FactLine name={t('Projection')}>{valueWords(target.metric, target.projection)}</FactLine>
      </Facts>
      <Stack gap="1">
        <Text size="small" tone="muted">
          {t('Achieved')}: {t(METRIC_FACTS[target.metric].formula)}.
        </Text>
        <Text size="small" tone="muted">
          {t('DRR: what is missing ÷ working days left. Projection: achieved ÷ days gone × days of the month.')}
        </Text>
      </Stack>
      {target.lockedAt && (
        <Stack gap="1" alignItems="flex-start">
          <Badge tone="blocked" icon="lock">
            {t('Locked')}
          </Badge>
          <Text size="small">
            {target.lockedBy} · <DateText value={target.lockedAt} time zone={zone} />
          </Text>
        </Stack>
      )}
      {open === 'log' && <LogDialog target={target} zone={zone} onClose={shut} />}
      {open === 'cascade' && <CascadeDialog target={target} onClose={shut} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('Take away the target of {name}?', { name: `${target.name}, ${aboutWords(target)}` })}
          confirm={t('Take target away')}
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { id: target.id, version: target.version },
              {
                onSuccess: () => {
                  showToast(t('Target taken away'), { tone: 'saved' });
                  onClose();
                },
                onError: shut,
              },
            )
          }
          onClose={shut}
        >
          {t('Its history stays. What was achieved is counted from the records and is not touched.')}
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}
