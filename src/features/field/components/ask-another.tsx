/** Asking that somebody else works a loan. Those above decide, so it needs a network; what was asked already is shown. */
import { useEffect, useState } from 'react';
import type { LoanRequest } from '../../../../core/contract/loan-requests';
import { formatDay } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { dayFacts } from '../../../offline/day-facts';
import type { ListedLoan, OnlineAnswer } from '../../../offline/types';
import { Banner, Button, Field, Sheet, Stack, showToast, TextArea } from '../../../ui';
import { useReadyEngine, useSignIn } from '../../session';
import { OnlineNote } from './online-note';

const SHORTEST = 3;

/** The open request of this kind; undefined where there is none, or no network to ask by. */
function useOpenRequest(loanId: string): LoanRequest | undefined {
  const engine = useReadyEngine();
  const [open, setOpen] = useState<LoanRequest>();
  useEffect(() => {
    let gone = false;
    dayFacts(engine)
      .then((facts) => facts.requests(loanId))
      .then((rows) => {
        if (!gone) setOpen(rows?.find(({ kind, state }) => kind === 'other-agent' && state === 'open'));
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [engine, loanId]);
  return open;
}

export default function AskAnother({ loan, onClose }: { loan: Pick<ListedLoan, 'id'>; onClose: () => void }) {
  const { vault } = useSignIn();
  const open = useOpenRequest(loan.id);
  const [note, setNote] = useState('');
  const [short, setShort] = useState(false);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<OnlineAnswer<unknown>>();

  const ask = async () => {
    if (note.trim().length < SHORTEST) {
      setShort(true);
      return;
    }
    setBusy(true);
    const came: OnlineAnswer<unknown> = await vault()
      .then((acts) => acts.askForAnother({ loanId: loan.id, note }))
      .catch(() => ({ kind: 'unreachable' }));
    setBusy(false);
    setAnswer(came);
    if (came.kind !== 'done') return;
    onClose();
    showToast(t('Asked for. Until somebody else has it, the loan stays with you.'), { tone: 'saved' });
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Ask for another agent')}
      footer={
        !open && (
          <Button look="primary" busy={busy} onClick={() => void ask()}>
            {t('Ask')}
          </Button>
        )
      }
    >
      <Stack gap="3">
        {open ? (
          <Banner tone="info" title={t('You asked on {day}', { day: formatDay(Date.parse(open.askedAt)) })}>
            {open.note}
          </Banner>
        ) : (
          <Field
            label={t('Why should somebody else work this loan?')}
            hint={t('Your supervisors see it where loans are given out. Asking needs a network.')}
            required
            error={short && note.trim().length < SHORTEST ? t('Say why') : undefined}
          >
            <TextArea value={note} onChange={setNote} maxLength={2000} />
          </Field>
        )}
        <div role="status">
          <OnlineNote
            answer={answer}
            nothing={t('Nothing was asked')}
            again={t('Nothing was asked. Press again when there is a network.')}
          />
        </div>
      </Stack>
    </Sheet>
  );
}
