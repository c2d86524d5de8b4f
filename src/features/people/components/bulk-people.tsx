import { useState } from 'react';
import { MAX_PEOPLE_FILE, type PeopleImport } from '../../../../core/contract/people-import';
import { parseRole } from '../../../../core/domain/roles';
import { failedWrite, fieldWords, screenWords } from '../../../api';
import { t, tn } from '../../../i18n';
import { Badge, Banner, Button, Card, DateText, Heading, Row, Stack, Text } from '../../../ui';
import { CardHead, ConfirmDialog, downloadCsv, FileDrop, JobProgress, ProblemNote, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { templateCsv } from '../people-file';
import { problemWord, roleWord } from '../people-words';
import { useFileCheck, useFileCommit, useImportErrors, useImports } from '../queries';

const roleNamed = (name: string): string => {
  const role = parseRole(name);
  return role ? roleWord(role) : name;
};

/** Many users from one file: checked line by line, then created by the server; wrong lines come back as a file. */
export function BulkPeople() {
  const [file, setFile] = useState<File>();
  const [sure, setSure] = useState(false);
  const check = useFileCheck();
  const commit = useFileCommit();
  const told = check.data;
  const tooLarge = file !== undefined && file.size > MAX_PEOPLE_FILE;
  const problem = check.error ?? commit.error;
  /** The server tells of the first problems only. */
  const linesTold = new Set(told?.problems.map(({ line }) => line)).size;

  const pick = (chosen: File) => {
    setFile(chosen);
    check.reset();
    commit.reset();
    if (chosen.size <= MAX_PEOPLE_FILE) check.mutate(chosen);
  };
  const take = () => {
    if (!file) return;
    commit.mutate(file, {
      onSuccess: () => {
        setSure(false);
        setFile(undefined);
        check.reset();
      },
      onError: () => setSure(false),
    });
  };

  return (
    <Stack gap="5">
      <Card>
        <Stack gap="4">
          <Heading>{t('Create users from a CSV file')}</Heading>
          <FileDrop
            label={file ? file.name : t('Drop a file of users here')}
            choose={file ? t('Choose another file') : undefined}
            takes={t(
              'One line a user. A manager may stand in the same file, above the people they lead. Nothing is created before you have seen what is wrong.',
            )}
            accept=".csv,.txt,.tsv,text/csv"
            busy={check.isPending || commit.isPending}
            onFile={pick}
            action={
              <Button
                icon="download"
                onClick={() => downloadCsv({ fileName: 'users-template.csv', csv: templateCsv() })}
              >
                {t('Download the template')}
              </Button>
            }
          />
          {tooLarge && <Banner tone="danger" title={t('The file is too large')} />}
          {check.isPending && <Text role="status">{t('Checking the file')}</Text>}
          {problem && (
            <ProblemNote
              tone="danger"
              title={fieldWords(problem).file}
              problem={failedWrite(problem)}
              refused={screenWords(problem).todo}
            />
          )}
          {told && (
            <Stack gap="4">
              <Row gap="2" role="status">
                <Badge tone={told.ready ? 'paid' : 'neutral'}>{tn(told.ready, '{n} to create', '{n} to create')}</Badge>
                {told.already > 0 && <Badge>{tn(told.already, '{n} here already', '{n} here already')}</Badge>}
                {told.wrong > 0 && (
                  <Badge tone="danger">{tn(told.wrong, '{n} line to mend', '{n} lines to mend')}</Badge>
                )}
                <Text as="span" size="small" tone="muted">
                  {told.encoding}
                </Text>
              </Row>
              {/* Above the lines, of which there may be two hundred. */}
              <Row>
                <Button look="primary" disabled={told.ready === 0} onClick={() => setSure(true)}>
                  {tn(told.ready, 'Create {n} user', 'Create {n} users')}
                </Button>
              </Row>
              {told.ignored.length > 0 && (
                <Banner
                  title={t('These columns are not known and are left out: {names}', { names: told.ignored.join(', ') })}
                />
              )}
              {linesTold < told.wrong && (
                <Text size="small" tone="muted">
                  {t(
                    'The first {n} of {all} lines to mend are shown. Mend them and choose the file again to see the rest.',
                    {
                      all: told.wrong,
                      n: linesTold,
                    },
                  )}
                </Text>
              )}
              {told.problems.length > 0 && (
                <SmallTable
                  rows={told.problems}
                  keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
                  columns={[
                    { label: t('Line'), cell: ({ line }) => line },
                    { label: t('Column'), cell: ({ column }) => column },
                    { label: t('What is wrong'), cell: ({ message }) => problemWord(message) },
                  ]}
                />
              )}
              {told.preview.length > 0 && (
                <Text size="small" tone="muted">
                  {told.preview.length < told.ready
                    ? t('The first {n} of those to create, as they were read', { n: told.preview.length })
                    : t('Those to create, as they were read')}
                </Text>
              )}
              {told.preview.length > 0 && (
                <SmallTable
                  rows={told.preview}
                  keyOf={({ line }) => String(line)}
                  columns={[
                    { label: t('Line'), cell: ({ line }) => line },
                    { label: t('Full name'), cell: ({ fullName }) => fullName },
                    { label: t('User name'), cell: ({ username }) => username },
                    { label: t('Role'), cell: ({ role }) => roleNamed(role) },
                    { label: t('Reports to'), cell: ({ manager }) => manager || t('Me') },
                  ]}
                />
              )}
            </Stack>
          )}
        </Stack>
      </Card>
      <Imports />
      {sure && told && (
        <ConfirmDialog
          title={tn(told.ready, 'Create {n} user?', 'Create {n} users?')}
          confirm={t('Create them')}
          busy={commit.isPending}
          onConfirm={take}
          onClose={() => setSure(false)}
        >
          <Stack gap="2">
            <Text>
              {t(
                'Those with an email and no password in the file get theirs by mail. Each chooses their own at the first sign-in.',
              )}
            </Text>
            {told.wrong > 0 && (
              <Text>
                {tn(
                  told.wrong,
                  '{n} line is left out; you get it back as a file with the reason.',
                  '{n} lines are left out; you get them back as a file with the reasons.',
                )}
              </Text>
            )}
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Imports() {
  const { data } = useImports();
  if (!data?.length) return null;
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('Your last files')}</Heading>
      </CardHead>
      <Stack gap="0" padding="4" paddingTop="1">
        {data.map((one) => (
          <ImportLine key={one.id} one={one} />
        ))}
      </Stack>
    </Card>
  );
}

function ImportLine({ one }: { one: PeopleImport }) {
  const zone = useZone();
  const errors = useImportErrors();
  return (
    <Row apart gap="3" paddingY="3" borderTop="1px solid var(--c-line)">
      <Stack gap="1" flex="1 1 16rem">
        <Text as="span" strong>
          {one.fileName}
        </Text>
        <Text as="span" size="small" tone="muted">
          <DateText value={one.createdAt} zone={zone} time />
        </Text>
      </Stack>
      {one.state === 'running' ? (
        <Stack flex="1 1 14rem">
          <JobProgress done={one.total - one.waiting} total={one.total} label={t('Creating users')} />
        </Stack>
      ) : (
        <Row gap="2">
          <Badge tone="paid">{tn(one.created, '{n} created', '{n} created')}</Badge>
          {one.already > 0 && <Badge>{tn(one.already, '{n} here already', '{n} here already')}</Badge>}
          {one.wrong > 0 && (
            <Button
              small
              icon="download"
              busy={errors.isPending}
              onClick={() => errors.mutate(one.id, { onSuccess: downloadCsv })}
            >
              {tn(one.wrong, '{n} line to mend', '{n} lines to mend')}
            </Button>
          )}
        </Row>
      )}
    </Row>
  );
}
