import { useState } from 'react';
import { ApiError, failedWrite, problemOf, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { tx } from '../../../i18n/tx';
import {
  Badge,
  Banner,
  Button,
  DateText,
  Field,
  Heading,
  Icon,
  Row,
  Skeleton,
  Stack,
  Text,
  TextArea,
  useToast,
} from '../../../ui';
import {
  ConfirmDialog,
  DraftNote,
  FactLine,
  Facts,
  ProblemNote,
  ProblemState,
  SidePanel,
  useDraft,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { decisionWords, reasonWords, sizeWords } from '../device-words';
import { type DecisionBody, type ItemId, useDecision, useQuarantined, type WholeItem } from '../queries';
import { recordFacts } from '../record-facts';

type Decision = DecisionBody['decision'];

/** One record that was not taken, whole, and the three ways to decide it. */
export function ReviewPanel({ item, onClose }: { item: ItemId; onClose: () => void }) {
  const { data, error, refetch } = useQuarantined(item);
  const [asking, setAsking] = useState<Decision>();
  const missing = error instanceof ApiError && error.detail.status === 404;
  const words = error && screenWords(error);
  const open = data && data.item.decided === null;
  const unread = data?.record === null;
  return (
    <SidePanel
      about={`${item.userId}.${item.key}`}
      label={data ? t('Record of {agent}', { agent: data.item.agent }) : t('Record')}
      title={
        (data?.item.codeLabel && said(data.item.codeLabel)) ??
        data?.item.code ??
        (missing ? t('No such record') : t('Record'))
      }
      line={data ? `${data.item.agent} · ${data.item.loanNumber ?? t('loan unknown')}` : ' '}
      closeLabel={t('Close the record (Esc)')}
      onClose={onClose}
      footer={
        open && (
          <>
            <Button look="primary" icon="check" disabled={unread} onClick={() => setAsking('accepted')}>
              {t('Accept as it is')}
            </Button>
            <Button icon="edit" onClick={() => setAsking('returned')}>
              {t('Hand back')}
            </Button>
            <Button icon="close" onClick={() => setAsking('refused')}>
              {t('Refuse')}
            </Button>
          </>
        )
      }
    >
      {!data && !error && <Skeleton lines={6} height="2rem" />}
      {words && !data && (
        <ProblemState
          problem={
            missing
              ? {
                  title: t('There is no such record among your people’s'),
                  todo: t('It may belong to another team.'),
                  offline: false,
                }
              : problemOf(error)
          }
          retry={missing ? undefined : refetch}
        />
      )}
      {data && <Whole data={data} />}
      {data && asking && (
        <DecisionDialog key={asking} decision={asking} data={data} item={item} onClose={() => setAsking(undefined)} />
      )}
    </SidePanel>
  );
}

function Whole({ data: { item, record, files, loan } }: { data: WholeItem }) {
  const zone = useZone();
  const decided = item.decided && decisionWords(item.decided.decision);
  return (
    <>
      {decided && item.decided && (
        <Stack gap="1">
          <Row>
            <Badge tone={decided.tone} icon={decided.icon}>
              {decided.text}
            </Badge>
            <Text as="span" size="small" tone="muted">
              {tx('by {name}, {when}', {
                name: item.decided.by,
                when: <DateText value={item.decided.at} time near zone={zone} />,
              })}
            </Text>
          </Row>
          {item.decided.reason && <Text>{item.decided.reason}</Text>}
          {item.decided.receipt && (
            <Text size="small" tone="muted">
              {t('Receipt {receipt}', { receipt: item.decided.receipt.receiptNo })}
              {item.decided.receipt.outcome !== 'applied' && t(', kept as evidence')}
            </Text>
          )}
        </Stack>
      )}
      <Banner tone={decided ? 'info' : 'warn'} title={said(item.reason)}>
        {reasonWords(item.reasonCode)}
      </Banner>
      {record === null && (
        <Text tone="muted">
          {t(
            'This record cannot be opened, so it cannot be accepted. Hand it back to have it made again, or refuse it.',
          )}
        </Text>
      )}
      <Facts>
        <FactLine name={t('Phone')}>{item.device ?? t('Not named')}</FactLine>
        <FactLine name={t('Arrived')}>
          <DateText value={item.receivedAt} time near zone={zone} />
        </FactLine>
        <FactLine name={t('Loan')} wide>
          {loan ? (
            <>
              {loan.borrower}, {loan.loanNumber}, {said(loan.state)}
              <Text size="small" tone="muted">
                {loan.withAgent
                  ? t('With {agent} now', { agent: item.agent })
                  : t('Not with {agent} now', { agent: item.agent })}
              </Text>
            </>
          ) : (
            <>
              {item.loanNumber ?? t('Unknown')}
              <Text size="small" tone="muted">
                {t('Not among the loans you may see')}
              </Text>
            </>
          )}
        </FactLine>
      </Facts>
      {record && (
        <Stack as="section" gap="3">
          <Heading as="h3">{t('What it says')}</Heading>
          <Facts>
            {recordFacts(record, zone).map(({ name, value }) => (
              <FactLine key={name} name={name} wide={value.length > 28}>
                {value}
              </FactLine>
            ))}
          </Facts>
        </Stack>
      )}
      {files.length > 0 && (
        <Stack as="section" gap="2">
          <Heading as="h3">{tn(files.length, '{n} file', '{n} files')}</Heading>
          {files.map((file) => (
            <Row key={file.sha256} gap="2" tight>
              <Icon name="image" size="1rem" />
              <Text as="span" overflowWrap="anywhere">
                {file.name ?? said(file.kind)}{' '}
                <Text as="span" size="small" tone="muted">
                  {said(file.kind)}, {sizeWords(file.size)}
                </Text>
              </Text>
              <Badge tone={file.arrived ? 'paid' : 'warn'}>{file.arrived ? t('Arrived') : t('Not here yet')}</Badge>
            </Row>
          ))}
        </Stack>
      )}
    </>
  );
}

const ASK: Record<Decision, { title: string; text: (agent: string) => string; confirm: string; done: string }> = {
  accepted: {
    title: 'Accept this record as it is?',
    text: (agent) =>
      t('It is posted on the loan as {agent}’s, with its payment and promise, and cannot be taken back here.', {
        agent,
      }),
    confirm: 'Accept the record',
    done: 'Accepted. The agent’s ledger shows the receipt.',
  },
  refused: {
    title: 'Refuse this record?',
    text: (agent) =>
      t('Nothing of it is posted. {agent} sees your reason in the ledger; the record is kept here.', { agent }),
    confirm: 'Refuse the record',
    done: 'Refused. The agent’s ledger shows your reason.',
  },
  returned: {
    title: 'Hand this record back?',
    text: (agent) => t('{agent} can open it in the ledger, mend it and save it again. Say what to mend.', { agent }),
    confirm: 'Hand it back',
    done: 'Handed back. The agent’s ledger asks to mend it.',
  },
};

function DecisionDialog({
  decision,
  data,
  item,
  onClose,
}: {
  decision: Decision;
  data: WholeItem;
  item: ItemId;
  onClose: () => void;
}) {
  const ask = ASK[decision];
  const decide = useDecision(item);
  const toast = useToast();
  const zone = useZone();
  const draft = useDraft(`review.${decision}.${item.userId}.${item.key}`, '');
  const [openedAt] = useState(draft.changedAt);
  const reason = draft.value;
  const [asked, setAsked] = useState(false);
  const missing = decision !== 'accepted' && reason.trim() === '';
  const waiting = data.files.filter((file) => !file.arrived).length;
  const late = decide.error instanceof ApiError && decide.error.detail.code === 'conflict';
  const submit = () => {
    if (missing) return setAsked(true);
    const body: DecisionBody = decision === 'accepted' ? { decision } : { decision, reason: reason.trim() };
    decide.mutate(body, {
      onSuccess: () => {
        draft.discard();
        toast(t(ask.done), { tone: 'saved' });
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      title={t(ask.title)}
      confirm={late ? t('Close') : t(ask.confirm)}
      danger={decision === 'refused'}
      busy={decide.isPending}
      onConfirm={late ? onClose : submit}
      onClose={onClose}
    >
      <Stack gap="3">
        <Text>{ask.text(data.item.agent)}</Text>
        {decision === 'accepted' && waiting > 0 && (
          <Banner
            tone="warn"
            title={tn(waiting, '{n} of its files is not here yet', '{n} of its files are not here yet')}
          >
            {t('It cannot be accepted before they have arrived from the phone.')}
          </Banner>
        )}
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        {decision !== 'accepted' && (
          <Field
            label={t('Reason')}
            required
            error={asked && missing ? t('Give a reason; the agent reads it') : undefined}
          >
            <TextArea value={reason} onChange={draft.set} maxLength={2000} rows={3} />
          </Field>
        )}
        {decide.error && (
          <ProblemNote
            tone="danger"
            title={late ? t('Somebody was faster') : t('It was not decided')}
            problem={failedWrite(decide.error)}
            refused={refusalWords(decide.error)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

function refusalWords(error: unknown): string {
  const words = screenWords(error);
  const fields = error instanceof ApiError ? (error.detail.fields ?? []).map(({ message }) => message) : [];
  return [words.title, ...fields, words.todo].map((part) => part.replace(/\.?$/, '.')).join(' ');
}
