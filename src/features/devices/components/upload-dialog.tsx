import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_QUEUE_FILE, uploadQueueFile } from '../../../../core/contract/devices';
import { ApiError, failedWrite, useApi } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import { Badge, Banner, Button, DateText, Row, Stack, Text } from '../../../ui';
import { FileInput, Modal, ProblemNote, Table, TableScroll } from '../../../ui/kit';
import { useZone } from '../../session';
import { sizeWords, UPLOADED_WORDS } from '../device-words';
import { useRefresh } from '../queries';

/** An agent's exported records, taken on their behalf. Each is taken once, whoever brings it and however often. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const refresh = useRefresh();
  const zone = useZone();
  const id = useId();
  const [file, setFile] = useState<File>();
  const upload = useMutation({
    mutationFn: async (chosen: File) => (await api.call(uploadQueueFile, { bytes: chosen })).data,
    onSettled: refresh,
  });
  const taken = upload.data;
  const tooLarge = file !== undefined && file.size > MAX_QUEUE_FILE;
  const words = failedWrite(upload.error);
  const foreign = upload.error instanceof ApiError && upload.error.detail.status === 404;
  return (
    <Modal
      title={t('Upload an agent’s records')}
      onClose={onClose}
      footer={
        taken ? (
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              look="primary"
              icon="share"
              disabled={!file || tooLarge}
              busy={upload.isPending}
              onClick={() => file && upload.mutate(file)}
            >
              {t('Upload the file')}
            </Button>
          </>
        )
      }
    >
      {taken ? (
        <Stack gap="3">
          <Text>
            {tx('{records} of {agent}, exported {when}.', {
              records: tn(taken.records.length, '{n} record', '{n} records'),
              agent: taken.agent,
              when: <DateText value={taken.madeAt} time near zone={zone} />,
            })}
          </Text>
          <TableScroll>
            <Table aria-label={t('What became of each record')}>
              <thead>
                <tr>
                  <th scope="col">{t('Loan')}</th>
                  <th scope="col">{t('What became of it')}</th>
                  <th scope="col">{t('Receipt')}</th>
                </tr>
              </thead>
              <tbody>
                {taken.records.map((record) => {
                  const became = UPLOADED_WORDS[record.became];
                  return (
                    <tr key={record.key}>
                      <td>{record.loanNumber || t('Cannot be read')}</td>
                      <td>
                        <Badge tone={became.tone} icon={became.icon}>
                          {t(became.text)}
                        </Badge>
                        {record.message && (
                          <Text size="small" tone="muted">
                            {said(record.message)}
                          </Text>
                        )}
                      </td>
                      <td className="line">{record.receiptNo ?? '–'}</td>
                    </tr>
                  );
                })}
              </tbody>
            </Table>
          </TableScroll>
        </Stack>
      ) : (
        <Stack gap="3">
          <Text>
            {t(
              'For a phone that cannot send any more: the agent exports the records from the ledger and brings you the file. It is sealed; only the server and the agent can read it. Should the phone send them later after all, they are taken once.',
            )}
          </Text>
          <Stack gap="1.5">
            <Text as="label" size="small" strong {...{ htmlFor: id }}>
              {t('File of records (.recoup)')}
            </Text>
            <FileInput
              id={id}
              type="file"
              onChange={(event) => {
                setFile(event.currentTarget.files?.[0]);
                upload.reset();
              }}
            />
            {file && (
              <Row gap="2">
                <Text size="small" tone="muted">
                  {file.name}, {sizeWords(file.size)}
                </Text>
              </Row>
            )}
          </Stack>
          {tooLarge && (
            <Banner tone="danger" title={t('This file is too large')}>
              {t('A file of records has at most {size}.', { size: sizeWords(MAX_QUEUE_FILE) })}
            </Banner>
          )}
          {words && (
            <ProblemNote
              tone="danger"
              title={t('The file was not taken')}
              problem={words}
              refused={
                foreign && t('It is of somebody who is not among your people, or of a phone that is not known here.')
              }
            />
          )}
        </Stack>
      )}
    </Modal>
  );
}
