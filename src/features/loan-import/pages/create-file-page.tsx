/** /test/createfile: a made-up lender's file of any size, in a client's layout or a usual one, for training. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOf } from '../../../../core/contract/kit';
import {
  MOST_TRAINING_ROWS,
  planTrainingFile,
  type TrainingPlan,
  trainingFile,
  trainingLayouts,
} from '../../../../core/contract/training-files';
import { dayOf } from '../../../../core/domain/dates';
import { download, failedWrite, OWN_WORDS, useAnswer, useApi } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Card, Heading, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle, JobProgress, ProblemNote, SmallTable } from '../../../ui/kit';
import { EntityForm, typedOf } from '../../forms';
import { useZone } from '../../session';
import { PROBLEM_WORDS } from '../words';

const MIMES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

interface Made {
  plan: TrainingPlan;
  query: CallOf<typeof trainingFile>['query'];
}

/** The file on its way, written by the server while it comes. */
function useFile() {
  const api = useApi();
  const [megabytes, setMegabytes] = useState(0);
  const [stop, setStop] = useState<AbortController>();
  const fetching = useMutation({
    meta: OWN_WORDS,
    mutationFn: async ({ plan: { fileName: name }, query }: Made) => {
      const control = new AbortController();
      setStop(control);
      setMegabytes(0);
      const call = { query, signal: control.signal };
      await download(api, trainingFile, call, { name, mime: MIMES[query.fileType] }, setMegabytes).catch((error) => {
        if (!control.signal.aborted) throw error;
      });
    },
  });
  return { ...fetching, megabytes, cancel: () => stop?.abort() };
}

function What({ plan: { columns, first, rows, wrong, kinds } }: Made) {
  return (
    <Card padding="4">
      <Stack gap="3" minWidth="0">
        <Heading size="title">{t('What the file holds')}</Heading>
        <Text>
          {[
            tn(rows, '{n} row', '{n} rows'),
            tn(columns.length, '{n} column', '{n} columns'),
            wrong > 0 && tn(wrong, '{n} is wrong', '{n} are wrong'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {kinds.length > 0 && (
          <Text size="small" tone="muted">
            {t('Wrong in these ways: {ways}', {
              ways: kinds.map((kind) => said(PROBLEM_WORDS[kind] ?? kind)).join(', '),
            })}
          </Text>
        )}
        <SmallTable
          label={t('Its first rows')}
          rows={columns.map((header, at) => ({ header, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { label: t('Column'), cell: ({ header }) => header },
            ...first.map((cells, row) => ({
              label: t('Row {n}', { n: row + 1 }),
              cell: ({ at }: { at: number }) => cells[at] || '–',
            })),
          ]}
        />
      </Stack>
    </Card>
  );
}

export default function CreateFilePage() {
  const today = dayOf(Date.now(), useZone());
  const layouts = useAnswer(trainingLayouts, ['training-layouts'], {});
  const [made, setMade] = useState<Made>();
  const file = useFile();
  return (
    <DeskPage narrow>
      <Stack gap="4" minWidth="0">
        <DeskTitle>{t('Create Test File')}</DeskTitle>
        <EntityForm
          at="page"
          draft="training-file"
          label={t('Create Test File')}
          to={planTrainingFile}
          values={{
            ...typedOf(planTrainingFile),
            fileType: 'csv',
            rows: '1000',
            wrongPercent: '0',
            seed: '1',
            asOf: today,
          }}
          above={
            <Text tone="muted">
              {t(
                'A file of made-up loans, to practise importing and working with. Nobody’s data is in it, and nothing is stored: load it like a lender’s file.',
              )}
            </Text>
          }
          sections={() => [
            {
              beside: true,
              fields: {
                mappingId: {
                  label: t('Columns'),
                  kind: 'choice',
                  none: t('As a usual lender has them'),
                  hint: t('Of a client: as in the newest saved mapping'),
                  options: (layouts.data ?? []).map(({ id, client, columns }) => ({
                    value: id,
                    label: tn(columns, '{client}, {n} column', '{client}, {n} columns', { client }),
                  })),
                },
                fileType: { label: t('File'), kind: 'segments', words: { csv: 'CSV', xlsx: 'XLSX' } },
                rows: {
                  label: t('Rows'),
                  hint: t('At most {n}', { n: MOST_TRAINING_ROWS.toLocaleString('en-IN') }),
                },
                wrongPercent: {
                  label: t('Wrong rows, percent'),
                  hint: t('Each kind of fault that the import knows, one after the other'),
                },
                seed: { label: t('Seed'), hint: t('The same seed gives the same file; another one other loans') },
                asOf: { label: t('Figures as of'), input: { today } },
              },
            },
          ]}
          again={[]}
          send={t('Make the file')}
          busy={file.isPending}
          onStored={(plan, { fileType, seed, asOf, mappingId, wrongPercent }) => {
            const query = {
              ...(mappingId && { mappingId }),
              fileType: fileType === 'xlsx' ? ('xlsx' as const) : ('csv' as const),
              seed: seed.trim(),
              asOf,
              rows: plan.rows,
              wrongPercent: Number(wrongPercent),
            };
            setMade({ plan, query });
            file.mutate({ plan, query });
          }}
        />
        {file.isPending && (
          <Card padding="4">
            <JobProgress
              label={t('The file is being written')}
              done={0}
              total={0}
              words={t('{n} MB received', { n: file.megabytes })}
              cancel={{ label: t('Stop'), busy: false, onCancel: file.cancel }}
            />
          </Card>
        )}
        <ProblemNote tone="danger" problem={failedWrite(file.error)} />
        {made && <What {...made} />}
      </Stack>
    </DeskPage>
  );
}
