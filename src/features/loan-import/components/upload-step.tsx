/** The file on its way to the server, or, after a reload, the wish to choose it again. */
import { useState } from 'react';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Card, Heading, Stack } from '../../../ui';
import { FileDrop, JobProgress, ProblemNote } from '../../../ui/kit';
import { type ImportDetail, useSendFile } from '../queries';
import { useUpload } from '../uploads';
import { ACCEPT } from './start-step';

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

export function UploadStep({
  detail,
  onCancel,
  cancelling,
}: {
  detail: ImportDetail;
  onCancel: () => void;
  cancelling: boolean;
}) {
  const upload = useUpload(detail.id);
  const { known, send } = useSendFile(detail.id);
  const [other, setOther] = useState(false);
  const held = Math.max(detail.received, upload?.received ?? 0);
  const pick = (file: File) => {
    const same = file.size === detail.size;
    setOther(!same);
    if (same) send(file);
  };
  return (
    <Card>
      <Stack gap="4">
        <Heading>{detail.fileName}</Heading>
        <JobProgress
          label={upload?.paused ? t('Waits for the network') : t('Uploading')}
          done={held}
          total={detail.size}
          words={t('{done} of {total}', { done: megabytes(held), total: megabytes(detail.size) })}
          note={upload?.paused ? t('Nothing is lost. It goes on by itself once there is a network.') : undefined}
          cancel={{ label: t('Cancel the upload'), busy: cancelling, onCancel }}
        />
        <ProblemNote tone="danger" title={t('The file was not taken')} problem={failedWrite(upload?.error)} />
        {known && (!upload || upload.error) && (
          <FileDrop
            small
            label={t('Choose {name} again to go on', { name: detail.fileName })}
            takes={t('What the server has already is not sent again.')}
            accept={ACCEPT}
            onFile={pick}
          />
        )}
        {!known && !upload && (
          <Banner
            tone="warn"
            title={t('This upload was begun elsewhere. Go on there, or cancel it and drop the file again.')}
          />
        )}
        {other && <Banner tone="danger" title={t('This is another file: its size differs')} />}
      </Stack>
    </Card>
  );
}
