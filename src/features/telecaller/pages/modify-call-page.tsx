import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WorkEntry } from '../../../../core/contract/call-work';
import { formatTime } from '../../../../core/domain/dates';
import { ApiError, fieldWords, problemOf, screenWords, successes } from '../../../api';
import { said, t } from '../../../i18n';
import {
  Badge,
  Banner,
  Button,
  Card,
  DateText,
  EmptyState,
  Field,
  NumberInput,
  Stack,
  showToast,
  Text,
  TextArea,
  TextInput,
} from '../../../ui';
import {
  type Column,
  DataTable,
  DeskPage,
  DeskTitle,
  FactLine,
  Facts,
  ListFoot,
  PAGE_SIZE,
  ProblemState,
  SidePanel,
  useDraft,
  useTableSettings,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { useCorrect, useRecords } from '../record-queries';
import { clockWords, lookOf } from '../words';

function columnsOf(zone: string): Column<WorkEntry>[] {
  return [
    {
      id: 'borrower',
      label: t('Borrower'),
      always: true,
      cell: (row) => (
        <Text as="span" strong>
          {row.borrower}
        </Text>
      ),
    },
    { id: 'number', label: t('Number'), cell: (row) => row.loanNumber },
    {
      id: 'outcome',
      label: t('Outcome'),
      cell: (row) => {
        const look = lookOf(row.class, row.channel);
        return (
          <Badge tone={look.tone} icon={look.icon}>
            {said(row.codeLabel)}
          </Badge>
        );
      },
    },
    { id: 'at', label: t('When'), cell: (row) => <DateText value={row.at} time near zone={zone} /> },
    { id: 'by', label: t('By'), notOnPhone: true, cell: (row) => row.by },
    { id: 'remarks', label: t('Remarks'), cell: (row) => row.remarks ?? '—' },
    {
      id: 'corrected',
      label: t('Corrected'),
      notOnPhone: true,
      cell: (row) => (row.corrected ? <DateText value={row.corrected.at} near zone={zone} /> : '—'),
    },
  ];
}

/** Records of the user's loans, each to be corrected: what was recorded stays as evidence, the correction lies beside it. */
export default function ModifyCallPage() {
  const zone = useZone();
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Number(address.get('page')) || 1);
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useRecords({ pageNo: page, pageSize: PAGE_SIZE });
  const columns = useMemo(() => columnsOf(zone), [zone]);
  const settings = useTableSettings('modify-call', columns);
  const open = data?.caseHistories.find(({ id }) => id === address.get('record'));
  const put = (name: string, value: string | undefined) =>
    setAddress((held) => {
      const next = new URLSearchParams(held);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  const words = error && screenWords(error);
  return (
    <DeskPage beside={!!open}>
      <Stack gap="3" minWidth="0">
        <DeskTitle>{t('Modify Call')}</DeskTitle>
        {words && data && (
          <Banner tone={error instanceof ApiError && error.offline ? 'offline' : 'warn'} title={words.title}>
            {t('This is the list of {time}.', { time: formatTime(dataUpdatedAt, zone) })}
          </Banner>
        )}
        <Card flush>
          {words && !data ? (
            <ProblemState problem={problemOf(error)} retry={refetch} />
          ) : (
            <DataTable<WorkEntry>
              label={t('Modify Call')}
              columns={columns}
              rows={data?.caseHistories}
              keyOf={(row) => row.id}
              nameOf={(row) => `${row.borrower}, ${row.codeLabel}`}
              settings={settings}
              onOpen={(row) => put('record', row.id)}
              openKey={open?.id}
              stale={isPlaceholderData}
              empty={
                <EmptyState icon="ledger" title={t('No records yet')}>
                  {t('Calls and visits on your loans show here once they are recorded.')}
                </EmptyState>
              }
            />
          )}
          {data && data.totalElements > 0 && (
            <ListFoot
              page={page}
              pageSize={PAGE_SIZE}
              total={data.totalElements}
              noun={t('records')}
              onPage={(next) => put('page', String(next))}
            />
          )}
        </Card>
      </Stack>
      {open && <Correct key={open.id} entry={open} onClose={() => put('record', undefined)} />}
    </DeskPage>
  );
}

function Correct({ entry, onClose }: { entry: WorkEntry; onClose: () => void }) {
  const zone = useZone();
  const correct = useCorrect();
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const draft = useDraft(`record.${entry.id}`, {
    remarks: entry.remarks ?? '',
    duration: entry.durationSeconds === null ? '' : String(entry.durationSeconds),
    recordlink: entry.recordlink ?? '',
  });
  const { value } = draft;
  const put = (name: keyof typeof value) => (typed: string) => draft.set({ ...value, [name]: typed });
  const errorOf = (name: string) => {
    const words = wrong[name];
    return words && said(words);
  };
  const save = () =>
    correct.mutate(
      {
        id: entry.id,
        remarks: value.remarks.trim(),
        ...(value.duration && { duration: Number(value.duration) }),
        ...(value.recordlink.trim() !== (entry.recordlink ?? '') && { recordlink: value.recordlink.trim() }),
      },
      {
        onSuccess: () => {
          draft.discard();
          showToast(successes.updated, { tone: 'saved' });
          onClose();
        },
        onError: (error) => setWrong(fieldWords(error)),
      },
    );
  return (
    <SidePanel
      about={entry.id}
      label={t('Record of {number}', { number: entry.loanNumber })}
      title={entry.borrower}
      line={`${entry.loanNumber} · ${said(entry.codeLabel)}`}
      closeLabel={t('Close the record (Esc)')}
      onClose={onClose}
      footer={
        <Button look="primary" busy={correct.isPending} onClick={save}>
          {t('Save correction')}
        </Button>
      }
    >
      <Facts>
        <FactLine name={t('When')}>
          <DateText value={entry.at} time near zone={zone} />
        </FactLine>
        <FactLine name={t('By')}>{entry.by}</FactLine>
        {entry.durationSeconds !== null && (
          <FactLine name={t('Duration')}>{clockWords(entry.durationSeconds)}</FactLine>
        )}
        {entry.corrected && (
          <FactLine name={t('Corrected')}>
            <DateText value={entry.corrected.at} time near zone={zone} /> · {entry.corrected.by}
          </FactLine>
        )}
      </Facts>
      <Stack gap="4">
        <Field label={t('Remarks')} error={errorOf('remarks')}>
          <TextArea value={value.remarks} onChange={put('remarks')} rows={3} />
        </Field>
        {entry.channel === 'call' && (
          <>
            <Field label={t('Duration in seconds')} optional error={errorOf('duration')}>
              <NumberInput value={value.duration} onChange={put('duration')} maxLength={5} />
            </Field>
            <Field label={t('Link to the recording')} optional error={errorOf('recordlink')}>
              <TextInput value={value.recordlink} onChange={put('recordlink')} />
            </Field>
          </>
        )}
        {correct.error && Object.keys(wrong).length === 0 && (
          <Banner
            tone="warn"
            title={
              correct.error instanceof ApiError && correct.error.detail.status === 404
                ? t('Only whoever recorded it, or their manager, may correct it')
                : screenWords(correct.error).title
            }
          />
        )}
        <Text size="small" tone="muted">
          {t('What was recorded stays as evidence. The correction is shown in its place, with your name.')}
        </Text>
      </Stack>
    </SidePanel>
  );
}
