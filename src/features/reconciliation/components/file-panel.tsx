/** One bank file: its columns to be chosen, how far it is, or what came of it. */
import { type BankFile, verifyBankFile } from '../../../../core/contract/reconciliation';
import { formatDateTime } from '../../../../core/domain/dates';
import { BANK_FIELDS, type BankField, NEEDED } from '../../../../core/domain/reconciliation';
import { problemOf, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Banner, Heading, LinkButton, Money, Skeleton, Stack, showToast, Text } from '../../../ui';
import { FactLine, Facts, JobProgress, ProblemNote, SidePanel, SmallTable } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useSignedIn, useZone } from '../../session';
import { FILES, useClients } from '../queries';
import { dateOrderWords, fieldWords } from '../words';

export default function FilePanel({ file, onClose }: { file: BankFile | undefined; onClose: () => void }) {
  const { role } = useSignedIn().profile;
  const zone = useZone();
  const done = file && file.state !== 'mapping';
  return (
    <SidePanel
      about={`${file?.id} ${done}`}
      label={file?.fileName ?? t('File')}
      title={file?.fileName ?? t('File')}
      line={file ? `${file.uploadedBy} · ${formatDateTime(file.uploadedAt, zone)}` : ''}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
      footer={
        file?.state === 'done' &&
        mayEnter(role, routeOf('reconciliation')) && (
          <LinkButton to={deskPaths.reconciliation({ file: file.id })}>{t('Its lines')}</LinkButton>
        )
      }
    >
      {!file ? <Skeleton lines={6} /> : done ? <Outcome file={file} /> : <Verify file={file} />}
    </SidePanel>
  );
}

function Outcome({ file }: { file: BankFile }) {
  return (
    <>
      {file.state === 'reading' && <JobProgress label={t('Being read')} done={file.lines} total={0} />}
      {file.state === 'matching' && <JobProgress label={t('Being matched')} done={file.compared} total={file.lines} />}
      {file.problem && <Banner tone="danger" title={said(file.problem)} />}
      <Facts>
        <FactLine name={t('Client')}>{file.client ?? '–'}</FactLine>
        <FactLine name={t('Amount')}>
          <Money paise={file.amountPaise} />
        </FactLine>
        <FactLine name={t('Lines')}>{file.lines}</FactLine>
        <FactLine name={t('Matched')}>{file.matched}</FactLine>
        <FactLine name={t('Rows without money')}>{file.skipped}</FactLine>
        <FactLine name={t('Rows that could not be read')}>{file.refusedLines}</FactLine>
      </Facts>
      {file.refused.length > 0 && (
        <SmallTable
          label={t('Rows that could not be read')}
          rows={file.refused}
          keyOf={({ line }) => String(line)}
          columns={[
            { label: t('Line'), num: true, cell: ({ line }) => line },
            { label: t('Why'), cell: ({ message }) => said(message) },
          ]}
        />
      )}
    </>
  );
}

const isNeeded = (field: BankField) => NEEDED.some((one) => one === field);

function Verify({ file }: { file: BankFile }) {
  const { data: clients = [], error } = useClients();
  const zone = useZone();
  const options = file.columns.map((header, at) => ({
    value: String(at),
    // Two may be called the same.
    label: (file.columns.indexOf(header) === at && header) || t('Column {n}', { n: at + 1 }),
  }));
  const [first, ...others] = clients;
  return (
    <>
      <Stack gap="2">
        <Heading>{t('The first rows of the file')}</Heading>
        <SmallTable
          label={t('The first rows of the file')}
          rows={file.samples.map((cells, at) => ({ cells, at }))}
          keyOf={({ at }) => String(at)}
          columns={options.map(({ label }, at) => ({
            label,
            cell: ({ cells }: { cells: string[]; at: number }) => cells[at] ?? '',
          }))}
        />
      </Stack>
      {file.sameAs && (
        <Banner tone="warn" title={t('These very bytes came before')}>
          {t('{file}, {when}', { file: file.sameAs.fileName, when: formatDateTime(file.sameAs.uploadedAt, zone) })}
        </Banner>
      )}
      <EntityForm
        at="panel"
        draft={`bank-file.${file.id}`}
        label={t('What its columns are')}
        to={verifyBankFile}
        above={<ProblemNote problem={problemOf(error)} />}
        values={{
          id: file.id,
          clientId: first && others.length === 0 ? first.id : '',
          mapping: Object.fromEntries(
            BANK_FIELDS.map((field) => [field, file.mapping[field] === undefined ? '' : String(file.mapping[field])]),
          ) as Record<BankField, string>,
          dateOrder: file.dateOrder as string,
          again: false,
        }}
        sections={() => [
          {
            fields: {
              clientId: {
                label: t('Client'),
                kind: 'choice',
                options: clients.map(({ id, name }) => ({ value: id, label: name })),
              },
              ...Object.fromEntries(
                BANK_FIELDS.map((field) => [
                  `mapping.${field}`,
                  {
                    label: fieldWords(field),
                    kind: 'choice',
                    required: isNeeded(field),
                    options,
                    ...(!isNeeded(field) && { none: t('Not in this file') }),
                  },
                ]),
              ),
              dateOrder: { label: t('How its days are written'), words: dateOrderWords },
              again: file.sameAs !== null && { label: t('They come again on purpose'), kind: 'tick' },
            },
          },
        ]}
        again={[FILES]}
        send={t('Verify and match')}
        onStored={() => showToast(said(successes.bankPaidVerified), { tone: 'saved' })}
      />
      <Text size="small" tone="muted">
        {t('Nothing is posted before a person accepts a line.')}
      </Text>
    </>
  );
}
