/** /mailed-reports: files that were too large for their mail, for those to whom they were mailed. */
import { useCallback } from 'react';
import { listMailed, type MailedReport } from '../../../../core/contract/schedule-reports';
import { formatDay } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Text } from '../../../ui';
import { type Column, countColumn, dayColumn, nameColumn, ProblemNote, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useMailedFile } from '../queries';

export default function MailedReportsPage() {
  const { mutate, isPending, variables, error } = useMailedFile();
  const columns = useCallback(
    ({ zone }: Listing<typeof listMailed>): Column<MailedReport>[] => [
      nameColumn('report', t('Report'), (row) => said(row.displayName)),
      textColumn('days', t('Days'), (row) =>
        row.from === row.to
          ? formatDay(row.to)
          : t('{from} to {to}', { from: formatDay(row.from), to: formatDay(row.to) }),
      ),
      countColumn('lines', t('Lines'), (row) => row.lines),
      dayColumn('sent', t('Sent at'), (row) => row.sentAt, { zone, time: true }),
      dayColumn('kept', t('Kept until'), (row) => row.expiresAt, { zone }),
      {
        id: 'file',
        label: t('File'),
        cell: (row) => (
          <Button
            small
            icon="download"
            busy={isPending && variables.id === row.id}
            aria-label={t('Download {file}', { file: row.fileName })}
            onClick={() => mutate(row)}
          >
            {t('Download')}
          </Button>
        ),
      },
    ],
    [mutate, isPending, variables],
  );
  return (
    <EntityList
      name="mailed-reports"
      from={listMailed}
      title={t('Mailed reports')}
      noun={t('reports')}
      above={
        <>
          <Text tone="muted">{t('Reports that were mailed to your address. A file is kept for a week.')}</Text>
          {error && <ProblemNote tone="danger" problem={failedWrite(error)} />}
        </>
      }
      columns={columns}
      nameOf={(row) => row.fileName}
      empty={{
        icon: 'info',
        title: t('No mailed report'),
        text: t('Reports that somebody schedules for your address appear here.'),
      }}
    />
  );
}
