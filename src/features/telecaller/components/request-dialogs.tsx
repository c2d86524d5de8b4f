/** Asking for something on a loan, and answering it: each wants words. */
import { answerRequest, askForLoan, type LoanRequest, type RequestKind } from '../../../../core/contract/loan-requests';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';

const TITLES: Record<RequestKind, string> = {
  field: 'Ask for a visit',
  escalation: 'Escalate to your manager',
  letter: 'Request a letter',
  'other-agent': 'Ask for another agent',
};
const ANSWERS = {
  done: { label: 'Done', title: 'What was done?' },
  declined: { label: 'Decline', title: 'Why is it declined?' },
} as const;

export function Ask({ loanId, kind, onClose }: { loanId: string; kind: RequestKind; onClose: () => void }) {
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`request.${kind}.${loanId}`}
      label={t(TITLES[kind])}
      to={askForLoan}
      values={{ note: '' }}
      sections={() => [{ fields: { note: { label: t('What is it about?'), input: { rows: 3 } } } }]}
      also={() => ({ loanId, kind })}
      again={['loan-requests']}
      send={t('Ask')}
      onStored={() => {
        showToast(t('Asked for. You are told when it is answered.'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function Answer({
  request,
  state,
  onClose,
}: {
  request: LoanRequest;
  state: keyof typeof ANSWERS;
  onClose: () => void;
}) {
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`request.answer.${request.id}`}
      label={t(ANSWERS[state].title)}
      to={answerRequest}
      params={{ id: request.id }}
      values={{ answer: '' }}
      sections={() => [{ fields: { answer: { label: t('Answer'), input: { rows: 3 } } } }]}
      also={() => ({ state })}
      again={['loan-requests']}
      send={t(ANSWERS[state].label)}
      onStored={onClose}
      onClose={onClose}
    />
  );
}
