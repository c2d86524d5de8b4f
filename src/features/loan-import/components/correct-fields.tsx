/** Single fields of a loan, each corrected where it stands, with a reason that goes into the audit. */
import { useState } from 'react';
import { IMPORT_ADMINS } from '../../../../core/contract/loan-imports';
import type { Loan } from '../../../../core/contract/loans';
import { formatDay } from '../../../../core/domain/dates';
import { type FieldId, loanField } from '../../../../core/domain/loan-import';
import { formatRupees } from '../../../../core/domain/money';
import { parseRole } from '../../../../core/domain/roles';
import { failedWrite, fieldWords, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { Field, Stack, showToast, Text, TextInput } from '../../../ui';
import { ConfirmDialog, FactLine, Facts, InlineEdit } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { useCorrectField } from '../loan-queries';
import { cellProblem } from '../manual-entry';

const rupees = (paise: number): string => String(paise / 100);

/** As a cell would say it, and as it reads. */
const fieldsOf = (loan: Loan): [FieldId, value: string, shown?: string][] => [
  ['borrowerName', loan.borrower.name],
  ['dpd', String(loan.dpd)],
  ['pos', rupees(loan.posPaise), formatRupees(loan.posPaise)],
  ['tos', rupees(loan.tosPaise), formatRupees(loan.tosPaise)],
  ['overdue', rupees(loan.overduePaise), formatRupees(loan.overduePaise)],
  ['emi', rupees(loan.emiPaise), formatRupees(loan.emiPaise)],
  ['dueDay', String(loan.dueDay)],
  ['disbursedOn', loan.disbursedOn ?? '', loan.disbursedOn ? formatDay(loan.disbursedOn) : ''],
  ['product', loan.product],
];

interface Asked {
  field: FieldId;
  value: string;
  /** Ends the inline editing, whether it was saved or not. */
  over: () => void;
}

export default function CorrectFields({ loan }: { loan: Loan }) {
  const { profile } = useSignedIn();
  const [asked, setAsked] = useState<Asked>();
  const role = parseRole(profile.role);
  if (!IMPORT_ADMINS.some((one) => one === role)) return null;
  return (
    <Stack as="section" gap="2" marginTop="4" aria-label={t('Correct a field')}>
      <Text as="span" size="small" tone="muted">
        {t('Correct a field')}
      </Text>
      <Facts>
        {fieldsOf(loan).map(([field, value, shown]) => {
          const label = said(loanField(field)?.label ?? field);
          return (
            <FactLine key={field} name={label}>
              <InlineEdit
                label={label}
                value={value}
                {...(shown !== undefined && { shown })}
                check={(typed) => {
                  const wrong = cellProblem(field, typed);
                  return wrong && said(wrong);
                }}
                onSave={(typed) => new Promise((over) => setAsked({ field, value: typed, over }))}
              />
            </FactLine>
          );
        })}
      </Facts>
      {asked && (
        <Reason
          loanId={loan.id}
          asked={asked}
          onClose={() => {
            asked.over();
            setAsked(undefined);
          }}
        />
      )}
    </Stack>
  );
}

function Reason({ loanId, asked: { field, value }, onClose }: { loanId: string; asked: Asked; onClose: () => void }) {
  const correct = useCorrectField();
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const short = reason.trim().length < 3;
  const label = said(loanField(field)?.label ?? field);
  const wrong = fieldWords(correct.error).value;
  return (
    <ConfirmDialog
      title={t('Correct {field}?', { field: label })}
      confirm={t('Save the correction')}
      busy={correct.isPending}
      problem={failedWrite(correct.error)}
      onClose={onClose}
      onConfirm={() => {
        setPressed(true);
        if (short) return;
        correct.mutate(
          { loanId, field, value, reason: reason.trim() },
          {
            onSuccess: () => {
              showToast(successes.loanUpdated, { tone: 'saved' });
              onClose();
            },
          },
        );
      }}
    >
      <Stack gap="3">
        <Text>{t('New value: {value}', { value: value || t('empty') })}</Text>
        {wrong && <Text tone="danger">{said(wrong)}</Text>}
        <Field label={t('Reason')} required error={pressed && short ? t('Give a reason') : undefined}>
          <TextInput autoFocus maxLength={500} value={reason} onChange={setReason} />
        </Field>
      </Stack>
    </ConfirmDialog>
  );
}
