/** Settlement reports that the lender sent about a portfolio: brought, listed, opened again. */
import { useRef, useState } from 'react';
import { MAX_DOCUMENT } from '../../../../core/contract/documents';
import type { SettlementReport } from '../../../../core/contract/settlement-reports';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite, fieldWords, problemOf, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Banner, Box, Button, Card, Heading, Row, Skeleton, showToast, Text } from '../../../ui';
import { Pagination, ProblemNote, SmallTable } from '../../../ui/kit';
import { useOpenSettlementReport, useSettlementReports, useUploadSettlementReport } from '../queries';

const PAGE = 10;

/** Of a CSV, what it names; of another file, that it is kept as it came. */
const linesOf = ({ lines, matched }: SettlementReport): string =>
  lines === null || matched === null
    ? t('Kept as it is')
    : tn(
        lines,
        '{matched} of {n} line are loans of this portfolio',
        '{matched} of {n} lines are loans of this portfolio',
        {
          matched,
        },
      );

export function SettlementReportsCard({ id, mayEdit, zone }: { id: string; mayEdit: boolean; zone: string }) {
  const [page, setPage] = useState(1);
  const reports = useSettlementReports(id, page);
  const upload = useUploadSettlementReport(id);
  const open = useOpenSettlementReport(id);
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const refused = fieldWords(upload.error).file;

  const take = (file: File | undefined) => {
    // The same file may be chosen again once it has been mended.
    if (input.current) input.current.value = '';
    if (!file) return;
    setTooLarge(file.size > MAX_DOCUMENT);
    if (file.size > MAX_DOCUMENT) return;
    upload.mutate(file, {
      onSuccess: () => {
        setPage(1);
        showToast(t('Settlement report kept'), { tone: 'saved' });
      },
    });
  };
  const problem = tooLarge
    ? { title: t('Larger than 10 MB'), todo: t('Send it in parts.') }
    : upload.error && !upload.isPending
      ? {
          title: refused ? said(refused) : said(screenWords(upload.error).title),
          todo: refused ? t('Nothing was kept.') : said(screenWords(upload.error).todo),
        }
      : undefined;
  const { data } = reports;
  return (
    <Card flush>
      <Row apart paddingX="4" paddingY="3">
        <Heading>{t('Settlement reports')}</Heading>
        {mayEdit && (
          <>
            <Button small icon="plus" busy={upload.isPending} onClick={() => input.current?.click()}>
              {t('Upload a report')}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('Settlement report: CSV, XLSX or PDF')}
              accept=".csv,.xlsx,.pdf,text/csv,application/pdf"
              onChange={(event) => take(event.currentTarget.files?.[0])}
            />
          </>
        )}
      </Row>
      {problem && (
        <Box paddingX="4" paddingBottom="3">
          <Banner tone="danger" title={problem.title}>
            {problem.todo}
          </Banner>
        </Box>
      )}
      {open.error && (
        <Box paddingX="4" paddingBottom="3">
          <ProblemNote tone="danger" problem={failedWrite(open.error)} />
        </Box>
      )}
      {reports.isError && !data ? (
        <Box paddingX="4" paddingBottom="4">
          <ProblemNote
            problem={problemOf(reports.error)}
            action={
              <Button small onClick={() => void reports.refetch()}>
                {t('Try again')}
              </Button>
            }
          />
        </Box>
      ) : !data ? (
        <Box padding="4">
          <Skeleton lines={2} />
        </Box>
      ) : data.total === 0 ? (
        <Text tone="muted" paddingX="4" paddingBottom="4">
          {t('No report yet. A CSV with a column of loan numbers (LAN) is compared with the portfolio.')}
        </Text>
      ) : (
        <>
          <SmallTable
            label={t('Settlement reports')}
            rows={data.rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('File'), cell: ({ name }) => name },
              {
                label: t('Lines'),
                cell: (report) => (
                  <>
                    {linesOf(report)}
                    {report.unknown.length > 0 && (
                      <Text size="small" tone="muted" title={report.unknown.join(', ')}>
                        {t('Not here: {numbers}', {
                          numbers: `${report.unknown.slice(0, 3).join(', ')}${report.unknown.length > 3 ? ' …' : ''}`,
                        })}
                      </Text>
                    )}
                  </>
                ),
              },
              {
                label: t('Uploaded'),
                cell: ({ uploadedAt, uploadedBy }) =>
                  [formatDateTime(uploadedAt, zone), uploadedBy].filter(Boolean).join(' · '),
              },
              {
                label: t('Actions'),
                cell: (report) => (
                  <Button
                    small
                    look="plain"
                    icon="download"
                    aria-label={t('Download {name}', { name: report.name })}
                    busy={open.isPending && open.variables?.id === report.id}
                    onClick={() => open.mutate(report)}
                  >
                    {t('Download')}
                  </Button>
                ),
              },
            ]}
          />
          <Box paddingX="4" paddingY="2">
            <Pagination
              page={page}
              pages={Math.ceil(data.total / PAGE)}
              onPage={setPage}
              label={t('Pages of settlement reports')}
            />
          </Box>
        </>
      )}
    </Card>
  );
}
