/** One line with whose money it is and why, what it may be besides, and what was asked about it; a receipt without a bank with what is known. */
import { useState } from 'react';
import type { BankLineDetail, BankLineRow } from '../../../../core/contract/reconciliation';
import { formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { loanPathFor } from '../../../routes';
import { Banner, Button, DateText, Heading, LinkButton, Money, Skeleton, Stack, Text } from '../../../ui';
import { FactLine, Facts, LookBadge, ProblemState, SidePanel, SmallTable } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useLine } from '../queries';
import { modeWords, reasonsWords, statusLook } from '../words';
import { PartsForm } from './parts-form';
import { Question } from './question';
import { ReverseLine } from './reverse-line';

interface Panel {
  id: string;
  row: BankLineRow | undefined;
  onClose: () => void;
}

export default function LinePanel({ id, row, onClose }: Panel) {
  return row?.status === 'receipt-without-bank' ? (
    <ReceiptPanel row={row} onClose={onClose} />
  ) : (
    <BankLinePanel id={id} row={row} onClose={onClose} />
  );
}

const frameOf = (row: BankLineRow | undefined, id: string, onClose: () => void) => ({
  about: id,
  label: row ? t('Line of {amount}', { amount: formatRupees(row.amountPaise) }) : t('Line'),
  title: row ? formatRupees(row.amountPaise) : t('Line'),
  line: row ? `${formatDay(row.paidOn)} · ${row.reference ?? '–'}` : '',
  closeLabel: t('Close (Esc)'),
  onClose,
});

function ToLoan({ loan }: { loan: BankLineRow['loan'] }) {
  const path = loanPathFor(useSignedIn().profile.role);
  return path && loan ? <LinkButton to={path(loan.id)}>{t('Open the loan')}</LinkButton> : null;
}

function ReceiptPanel({ row, onClose }: { row: BankLineRow; onClose: () => void }) {
  return (
    <SidePanel
      {...frameOf(row, row.id, onClose)}
      label={t('Receipt of {amount}', { amount: formatRupees(row.amountPaise) })}
      footer={<ToLoan loan={row.loan} />}
    >
      <Facts>
        <FactLine name={t('Loan')}>{row.loan?.number}</FactLine>
        <FactLine name={t('Borrower')}>{row.loan?.borrower}</FactLine>
        <FactLine name={t('Mode')}>{modeWords(row.narration)}</FactLine>
        <FactLine name={t('Taken by')}>{row.owner ?? '–'}</FactLine>
      </Facts>
      <Text tone="muted">
        {tn(row.ageDays, 'No line of a bank covers it for {n} day.', 'No line of a bank covers it for {n} days.')}
      </Text>
    </SidePanel>
  );
}

function BankLinePanel({ id, row, onClose }: Panel) {
  const { data, error, refetch } = useLine(id);
  const [reversing, setReversing] = useState(false);
  const shown = data ?? row;
  const accepted = data?.status === 'accepted';
  return (
    <SidePanel
      {...frameOf(shown, id, onClose)}
      footer={
        <>
          {accepted && (
            <Button look="danger" onClick={() => setReversing(true)}>
              {t('Reverse')}
            </Button>
          )}
          <ToLoan loan={shown?.loan ?? null} />
        </>
      }
    >
      {!data && (error ? <ProblemState problem={problemOf(error)} retry={refetch} /> : <Skeleton lines={8} />)}
      {data && (
        <>
          <LineFacts line={data} />
          {accepted ? <Accepted line={data} /> : <PartsForm key={data.version} line={data} />}
          <Question line={data} />
        </>
      )}
      {reversing && data && <ReverseLine line={data} onClose={() => setReversing(false)} />}
    </SidePanel>
  );
}

function LineFacts({ line }: { line: BankLineDetail }) {
  const { duplicateOf, reasons, score } = line;
  return (
    <Stack gap="3">
      <div>
        <LookBadge {...statusLook(line.status)} />
      </div>
      {line.status === 'duplicate' && (
        <Banner tone="warn" title={t('Its reference came before')}>
          {duplicateOf
            ? t('On {day}, in {file}. Accept it only if the bank paid twice.', {
                day: formatDay(duplicateOf.paidOn),
                file: duplicateOf.fileName,
              })
            : t('In a line that you do not see. Accept it only if the bank paid twice.')}
        </Banner>
      )}
      {reasons.length > 0 && line.status !== 'duplicate' && (
        <Text size="small">{t('Score {score}: {reasons}', { score, reasons: reasonsWords(reasons) })}</Text>
      )}
      <Facts>
        <FactLine name={t('Payer')}>{line.payer || '–'}</FactLine>
        <FactLine name={t('File')}>{t('{file}, line {n}', { file: line.fileName, n: line.line })}</FactLine>
        <FactLine name={t('Narration')} wide>
          {line.narration || '–'}
        </FactLine>
      </Facts>
    </Stack>
  );
}

function Accepted({ line: { parts, owner, decidedAt } }: { line: BankLineDetail }) {
  const zone = useZone();
  return (
    <Stack gap="2">
      <Heading>{t('Whose money it is')}</Heading>
      <SmallTable
        label={t('Whose money it is')}
        rows={parts}
        keyOf={({ loan, paymentId }) => `${loan.id} ${paymentId}`}
        columns={[
          { label: t('Loan'), cell: ({ loan }) => `${loan.borrower} · ${loan.number}` },
          { label: t('Receipt'), cell: ({ receipt }) => receipt ?? t('None') },
          { label: t('Amount'), num: true, cell: ({ amountPaise }) => <Money paise={amountPaise} /> },
        ]}
      />
      {decidedAt && (
        <Text size="small" tone="muted">
          {owner} · <DateText value={decidedAt} time zone={zone} />
        </Text>
      )}
    </Stack>
  );
}
