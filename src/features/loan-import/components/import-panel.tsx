/** One upload beside the list: what came of it, its files, and the way back. */
import type { LoanImport } from '../../../../core/contract/loan-imports';
import { said, t } from '../../../i18n';
import { Badge, Banner, DateText, LinkButton } from '../../../ui';
import { FactLine, Facts, JobProgress, SidePanel } from '../../../ui/kit';
import { useZone } from '../../session';
import { importPath } from '../import-path';
import { isAtWork, isOpen } from '../import-steps';
import { KIND_WORDS, STATE_TONES, STATE_WORDS } from '../words';
import { Figures } from './figures';
import { ImportActions } from './import-actions';

export function ImportPanel({ row, onClose }: { row: LoanImport; onClose: () => void }) {
  const zone = useZone();
  const { counts, state } = row;
  return (
    <SidePanel
      about={row.id}
      label={t('Upload {file}', { file: row.fileName })}
      title={row.fileName}
      line={`${t(KIND_WORDS[row.kind])} · ${row.client ?? t('no client')}`}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
      footer={
        isOpen(state) ? (
          <LinkButton look="primary" to={importPath(row)}>
            {t('Go on with it')}
          </LinkButton>
        ) : (
          <LinkButton to={importPath(row)}>{t('Open it')}</LinkButton>
        )
      }
    >
      {isAtWork(state) && (
        <JobProgress label={t(STATE_WORDS[state])} done={row.progress.done} total={row.progress.total} />
      )}
      {row.problem && <Banner tone="danger" title={said(row.problem.message)} />}
      {counts.rows > 0 && (
        <Figures
          figures={[
            { label: t('New'), value: counts.inserted, tone: 'paid' },
            { label: t('Changed'), value: counts.updated, tone: 'promise' },
            { label: t('The same as now'), value: counts.unchanged },
            { label: t('Left out'), value: counts.skipped },
            { label: t('Refused'), value: counts.refused, tone: 'danger' },
          ]}
        />
      )}
      <ImportActions row={row} />
      <Facts>
        <FactLine name={t('State')}>
          <Badge tone={STATE_TONES[state]}>{t(STATE_WORDS[state])}</Badge>
        </FactLine>
        <FactLine name={t('Uploaded by')}>{row.createdBy}</FactLine>
        <FactLine name={t('Uploaded')}>
          <DateText value={row.createdAt} zone={zone} time />
        </FactLine>
        {row.finishedAt && (
          <FactLine name={t('Finished')}>
            <DateText value={row.finishedAt} zone={zone} time />
          </FactLine>
        )}
        {row.portfolio && <FactLine name={t('Portfolio')}>{row.portfolio}</FactLine>}
        {row.batchNo && <FactLine name={t('Batch number')}>{row.batchNo}</FactLine>}
        {row.mappingVersion !== null && <FactLine name={t('Version of the mapping')}>{row.mappingVersion}</FactLine>}
      </Facts>
    </SidePanel>
  );
}
