/** /backup: backups of the tenant, made by night and at once, and when the last one was verified. */
import { lazy, Suspense, useState } from 'react';
import { type Backup, listBackups } from '../../../../core/contract/backups';
import { KEPT } from '../../../../core/domain/backups';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Button, Stack } from '../../../ui';
import { type Column, countColumn, nameColumn, ProblemNote, statusColumn, textColumn, useOpen } from '../../../ui/kit';
import { sizeWords } from '../../devices';
import { EntityList, type Listing } from '../../lists';
import { BACKUPS, useMakeBackup } from '../queries';
import { byWords, isAtWork, stateLook } from '../words';

const BackupPanel = lazy(() => import('../components/backup-panel'));
const KeyDialog = lazy(() => import('../components/key-dialog'));

/** How often the server is asked while it is at work, in milliseconds. */
const AT_WORK_MS = 1000;

const columns = ({ zone }: Listing<typeof listBackups>): Column<Backup>[] => [
  nameColumn('at', t('Made'), (row) => formatDateTime(row.at, zone)),
  textColumn('by', t('By'), byWords),
  statusColumn('state', t('State'), stateLook),
  textColumn('size', t('Size'), (row) => (row.size === null ? null : sizeWords(row.size))),
  countColumn('rows', t('Rows'), (row) => row.rows),
  countColumn('files', t('Files'), (row) => row.files, { notOnPhone: true }),
];

function LastVerified({ data, zone }: Listing<typeof listBackups>) {
  if (!data) return null;
  const { verified, stale } = data;
  const title = verified
    ? t('The last verified backup is of {when}.', { when: formatDateTime(verified, zone) })
    : t('No backup has been verified yet.');
  return (
    <Banner tone={stale ? 'warn' : 'paid'} title={title}>
      {!verified
        ? t('One is made every night. Make one now to have it sooner.')
        : stale
          ? t('One is made every night. Make one now, and find out why the last nights brought none.')
          : t('It was restored into an empty place, where every table, file and audit entry was compared.')}
    </Banner>
  );
}

export default function BackupPage() {
  const make = useMakeBackup();
  const [, setOpen] = useOpen();
  const [key, setKey] = useState(false);
  return (
    <>
      <EntityList
        name={BACKUPS}
        from={listBackups}
        every={(rows) => (rows.some(isAtWork) ? AT_WORK_MS : false)}
        title={t('DB Backups')}
        noun={t('backups')}
        actions={
          <>
            <Button onClick={() => setKey(true)}>{t('Show the key')}</Button>
            <Button
              look="primary"
              busy={make.isPending}
              onClick={() => make.mutate(undefined, { onSuccess: ({ id }) => setOpen(id) })}
            >
              {t('Back up now')}
            </Button>
          </>
        }
        above={(listing) => (
          <Stack gap="3">
            <LastVerified {...listing} />
            <ProblemNote tone="danger" title={t('No backup was begun')} problem={failedWrite(make.error)} />
          </Stack>
        )}
        columns={columns}
        nameOf={(row) => row.at}
        panel={({ id, row, close }) => <BackupPanel key={id} backup={row} onClose={close} />}
        empty={{
          icon: 'download',
          title: t('No backup yet'),
          text: t(
            'One is made every night; of those the last {days} days, {weeks} weeks and {months} months are kept.',
            KEPT,
          ),
        }}
      />
      <Suspense>{key && <KeyDialog onClose={() => setKey(false)} />}</Suspense>
    </>
  );
}
