/** /mailed-reports: files that were too large for their mail, for those to whom they were mailed. */
import { formatDay } from '../../../../core/domain/dates';
import { failedWrite, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Card, DateText, EmptyState, Skeleton, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle, ProblemNote, ProblemState, Table, TableScroll } from '../../../ui/kit';
import { useZone } from '../../session';
import { useMailed, useMailedFile } from '../queries';

export default function MailedReportsPage() {
  const zone = useZone();
  const { data, error, refetch } = useMailed();
  const file = useMailedFile();
  return (
    <DeskPage>
      <Stack gap="1">
        <DeskTitle>{t('Mailed reports')}</DeskTitle>
        <Text tone="muted">{t('Reports that were mailed to your address. A file is kept for a week.')}</Text>
      </Stack>
      {error && data && <ProblemNote problem={problemOf(error)} />}
      {file.error && <ProblemNote tone="danger" problem={failedWrite(file.error)} />}
      {error && !data && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {!error && !data && <Skeleton lines={5} height="2.5rem" />}
      {data && (
        <Card flush>
          {data.length === 0 ? (
            <EmptyState icon="info" title={t('No mailed report')}>
              {t('Reports that somebody schedules for your address appear here.')}
            </EmptyState>
          ) : (
            <TableScroll>
              <Table stacks aria-label={t('Mailed reports')}>
                <thead>
                  <tr>
                    <th scope="col">{t('Report')}</th>
                    <th scope="col">{t('Days')}</th>
                    <th scope="col">{t('Lines')}</th>
                    <th scope="col">{t('Sent at')}</th>
                    <th scope="col">{t('Kept until')}</th>
                    <th scope="col">{t('File')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((one) => (
                    <tr key={one.id}>
                      <td>{said(one.displayName)}</td>
                      <td data-label={t('Days')}>
                        {one.from === one.to
                          ? formatDay(one.to)
                          : t('{from} to {to}', { from: formatDay(one.from), to: formatDay(one.to) })}
                      </td>
                      <td data-label={t('Lines')}>{one.lines.toLocaleString('en-IN')}</td>
                      <td data-label={t('Sent at')}>
                        <DateText value={one.sentAt} time zone={zone} />
                      </td>
                      <td data-label={t('Kept until')}>
                        <DateText value={one.expiresAt} zone={zone} />
                      </td>
                      <td>
                        <Button
                          small
                          icon="download"
                          busy={file.isPending && file.variables?.id === one.id}
                          aria-label={t('Download {file}', { file: one.fileName })}
                          onClick={() => file.mutate(one)}
                        >
                          {t('Download')}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </TableScroll>
          )}
        </Card>
      )}
    </DeskPage>
  );
}
