/** Whose money a line is: one part or several, each for a loan and, where there is one, a receipt of it. */
import { useState } from 'react';
import type { BankLineDetail } from '../../../../core/contract/reconciliation';
import { formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { AmountInput, Button, Field, Heading, Row, Select, Stack, showToast, Text, TextInput } from '../../../ui';
import { DraftNote, FieldGrid, ProblemNote, RecordForm, SmallTable, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { leftOf, partsFor, proposedParts, sentParts, type TypedPart, type WrongPart, wrongParts } from '../parts';
import { useAccept, useReceipts } from '../queries';
import { modeWords, reasonsWords } from '../words';

const MOST_PARTS = 20;
const NOBODY: TypedPart = { loanNumber: '', paymentId: '', amount: '' };

export function PartsForm({ line }: { line: BankLineDetail }) {
  const zone = useZone();
  const accept = useAccept(line.id);
  const initial = proposedParts(line);
  // What was typed on another state of it is not of this one.
  const draft = useDraft<TypedPart[]>(`bank-line.${line.id}.${line.version}`, initial.length > 0 ? initial : [NOBODY]);
  const [draftAt] = useState(draft.changedAt);
  const [asked, setAsked] = useState(false);
  const parts = draft.value;
  const wrong = wrongParts(parts);
  const left = leftOf(parts, line.amountPaise);
  const refused = Object.values(fieldWords(accept.error)).filter((one) => one !== undefined);
  function send() {
    setAsked(true);
    if (left !== 0 || wrong.some((one) => Object.keys(one).length > 0)) return false;
    accept.mutate(
      { version: line.version, parts: sentParts(parts) },
      {
        onSuccess: () => {
          draft.discard();
          showToast(t('Accepted: {amount}', { amount: formatRupees(line.amountPaise) }), { tone: 'saved' });
        },
      },
    );
    return true;
  }
  return (
    <>
      <RecordForm label={t('Whose money it is')} onSend={send}>
        <Stack gap="4">
          <Heading>{t('Whose money it is')}</Heading>
          {draftAt !== undefined && draft.changedAt !== undefined && (
            <DraftNote at={draftAt} zone={zone} onDiscard={draft.discard} />
          )}
          {parts.map((part, at) => (
            <Part
              key={at}
              label={parts.length > 1 ? t('Part {n}', { n: at + 1 }) : undefined}
              lineId={line.id}
              part={part}
              wrong={asked ? (wrong[at] ?? {}) : {}}
              onPart={(next) => draft.set(parts.map((one, place) => (place === at ? next : one)))}
              onRemove={parts.length > 1 ? () => draft.set(parts.filter((_, place) => place !== at)) : undefined}
            />
          ))}
          <Text size="small" tone={asked && left !== 0 ? 'danger' : 'muted'} aria-live="polite">
            {left === 0
              ? t('The whole amount has its place')
              : left > 0
                ? t('{amount} has no place yet', { amount: formatRupees(left) })
                : t('{amount} more than the line brings', { amount: formatRupees(-left) })}
          </Text>
          <ProblemNote
            tone="danger"
            title={t('Nothing was changed')}
            problem={failedWrite(accept.error)}
            refused={refused.length > 0 && refused.map(said).join(' ')}
          />
          <Row gap="2">
            <Button type="submit" look="primary" busy={accept.isPending}>
              {t('Accept')}
            </Button>
            {parts.length < MOST_PARTS && (
              <Button
                icon="plus"
                onClick={() => draft.set([...parts, { ...NOBODY, amount: left > 0 ? String(left / 100) : '' }])}
              >
                {t('Split')}
              </Button>
            )}
          </Row>
        </Stack>
      </RecordForm>
      <Candidates line={line} onUse={(next) => draft.set(next)} />
    </>
  );
}

function Part({
  label,
  lineId,
  part,
  wrong,
  onPart,
  onRemove,
}: {
  /** Where it is not the only one. */
  label: string | undefined;
  lineId: string;
  part: TypedPart;
  wrong: WrongPart;
  onPart: (part: TypedPart) => void;
  onRemove: (() => void) | undefined;
}) {
  // Nothing is asked about a number while it is typed.
  const [typing, setTyping] = useState(false);
  const { data, error } = useReceipts(lineId, typing ? '' : part.loanNumber.trim());
  const problem = problemOf(error);
  const missing = problem && !problem.offline ? t('There is no such loan of this client') : undefined;
  const words = (field: keyof WrongPart) => wrong[field] && said(wrong[field]);
  const kept = part.paymentId !== '' && !data?.rows.some(({ id }) => id === part.paymentId);
  return (
    <Stack gap="2" role="group" aria-label={label}>
      {label && <Text strong>{label}</Text>}
      <FieldGrid>
        <Field label={t('Loan number')} required hint={data?.loan.borrower} error={words('loanNumber') ?? missing}>
          <TextInput
            value={part.loanNumber}
            maxLength={64}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            // A receipt is of its loan.
            onChange={(loanNumber) => onPart({ ...part, loanNumber, paymentId: '' })}
          />
        </Field>
        <Field label={t('Amount')} required error={words('amount')}>
          <AmountInput value={part.amount} onChange={(amount) => onPart({ ...part, amount })} />
        </Field>
      </FieldGrid>
      <Field
        label={t('Receipt')}
        error={words('paymentId')}
        hint={part.paymentId === '' ? t('Accepting posts a payment to the loan.') : undefined}
      >
        <Select
          value={part.paymentId}
          onChange={(paymentId) => onPart({ ...part, paymentId })}
          options={[
            { value: '', label: t('None') },
            ...(kept ? [{ value: part.paymentId, label: t('The receipt that was found') }] : []),
            ...(data?.rows ?? []).map((row) => ({
              value: row.id,
              label: `${row.reference ?? modeWords(row.mode)} · ${formatDay(row.paidOn)} · ${formatRupees(row.openPaise)}`,
            })),
          ]}
        />
      </Field>
      {onRemove && (
        <Row>
          <Button small look="plain" icon="trash" onClick={onRemove}>
            {t('Remove this part')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/** What it may be and why, the likeliest first. */
function Candidates({ line, onUse }: { line: BankLineDetail; onUse: (parts: TypedPart[]) => void }) {
  if (line.candidates.length === 0) return null;
  return (
    <Stack gap="2">
      <Heading>{t('What it may be')}</Heading>
      <SmallTable
        label={t('What it may be')}
        rows={line.candidates}
        keyOf={({ loan, paymentId }) => `${loan.id} ${paymentId}`}
        columns={[
          {
            label: t('Loan'),
            cell: ({ loan, reasons }) => (
              <>
                <Text strong>{loan.borrower}</Text>
                <Text size="small">{loan.number}</Text>
                <Text size="small" tone="muted">
                  {reasonsWords(reasons)}
                </Text>
              </>
            ),
          },
          {
            label: t('Receipt'),
            cell: ({ receipt, receiptPaise }) =>
              receiptPaise === null ? t('None') : `${receipt} · ${formatRupees(receiptPaise)}`,
          },
          { label: t('Score'), num: true, cell: ({ score }) => score },
          {
            label: '',
            cell: (one) => (
              <Button small onClick={() => onUse(partsFor(one, line.amountPaise))}>
                {t('Use it')}
              </Button>
            ),
          },
        ]}
      />
    </Stack>
  );
}
