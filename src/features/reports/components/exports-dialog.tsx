/** Files of any length: asked for in the form that is wanted, watched while they are written, and fetched for a week. */
import type { ExportFileType, ReportExport } from '../../../../core/contract/report-exports';
import { failedWrite, problemOf } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, DateText, EmptyState, Row, Skeleton, Stack, Text } from '../../../ui';
import { JobProgress, Modal, ProblemNote, ProblemState } from '../../../ui/kit';
import { useZone } from '../../session';
import { isAtWork, useCancelExport, useExportDownload, type useExports } from '../export-queries';

const number = new Intl.NumberFormat('en-IN');

function StateLine({ one }: { one: ReportExport }) {
  const zone = useZone();
  const line = (words: React.ReactNode) => (
    <Text as="span" size="small" tone="muted">
      {words}
    </Text>
  );
  switch (one.state) {
    case 'done':
      return (
        <>
          {line(
            <>
              {tn(one.rowsDone, '{n} line, all that matched', '{n} lines, all that matched', {
                n: number.format(one.rowsDone),
              })}{' '}
              · {t('Kept until')} <DateText value={one.expiresAt} zone={zone} time />
            </>,
          )}
          <Text as="details" size="small" tone="muted" style={{ overflowWrap: 'anywhere' }}>
            <summary style={{ cursor: 'pointer' }}>{t('Fingerprint of the file')}</summary>
            {t('SHA-256 {hash}', { hash: one.sha256 ?? '' })}
          </Text>
        </>
      );
    case 'failed':
      return line(one.problem ? said(one.problem) : t('This export was not written'));
    case 'cancelled':
      return line(t('Cancelled'));
    default:
      return line(t('No longer kept'));
  }
}

function ExportLine({ one }: { one: ReportExport }) {
  const zone = useZone();
  const cancel = useCancelExport();
  const download = useExportDownload();
  const error = cancel.error ?? download.error;
  return (
    <Stack gap="2" as="li" paddingY="3" borderTop="1px solid var(--c-line)">
      <Row apart gap="3">
        <Stack gap="1" flex="1 1 14rem">
          <Text as="span" strong style={{ overflowWrap: 'anywhere' }}>
            {one.fileName}
          </Text>
          <Text as="span" size="small" tone="muted">
            <DateText value={one.createdAt} zone={zone} time />
          </Text>
          {!isAtWork(one) && <StateLine one={one} />}
        </Stack>
        {one.state === 'done' && (
          <Button
            small
            icon="download"
            busy={download.isPending}
            aria-label={t('Download {file}', { file: one.fileName })}
            onClick={() => download.mutate(one)}
          >
            {t('Download')}
          </Button>
        )}
      </Row>
      {isAtWork(one) && (
        <JobProgress
          label={one.state === 'waiting' ? t('Waiting for its turn') : t('Being written')}
          done={one.rowsDone}
          total={one.rowsTotal ?? 0}
          cancel={{ label: t('Cancel'), busy: cancel.isPending, onCancel: () => cancel.mutate(one.id) }}
        />
      )}
      {error && <ProblemNote tone="danger" problem={failedWrite(error)} />}
    </Stack>
  );
}

export function ExportsDialog({
  exports: { data, error, refetch },
  start,
  problem,
  busy,
  empty,
  ownFormat = false,
  onClose,
}: {
  exports: ReturnType<typeof useExports>;
  start: (fileType: ExportFileType) => void;
  /** Why an export did not begin. */
  problem: unknown;
  busy: boolean;
  /** Nothing is shown that could be exported. */
  empty: boolean;
  /** A client's format, whose files hold nothing but what the client asked for. */
  ownFormat?: boolean;
  onClose: () => void;
}) {
  return (
    <Modal title={t('Exports')} onClose={onClose}>
      <Stack gap="4">
        <Row apart gap="3">
          <Text as="p" flex="1 1 16rem">
            {t('All lines of the days and filters that are shown, however many there are.')}
            {!ownFormat && ` ${t('An Excel file says on its second sheet what its figures mean.')}`}
          </Text>
          <Row gap="2">
            <Button icon="download" busy={busy} disabled={empty} onClick={() => start('csv')}>
              {t('CSV file')}
            </Button>
            <Button icon="download" busy={busy} disabled={empty} onClick={() => start('xlsx')}>
              {t('Excel file')}
            </Button>
          </Row>
        </Row>
        {problem ? <ProblemNote tone="danger" problem={failedWrite(problem)} /> : null}
        {data && data.length > 0 ? (
          <Stack as="ul" gap="0" aria-label={t('Your exports')} listStyleType="none" margin="0" padding="0">
            {data.map((one) => (
              <ExportLine key={one.id} one={one} />
            ))}
          </Stack>
        ) : data ? (
          <EmptyState icon="loans" title={t('No exports yet')}>
            {t('A file that you ask for here is kept for a week.')}
          </EmptyState>
        ) : error ? (
          <ProblemState problem={problemOf(error)} retry={refetch} />
        ) : (
          <Skeleton lines={4} height="2.25rem" />
        )}
      </Stack>
    </Modal>
  );
}
