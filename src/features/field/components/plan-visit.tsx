/** The day of the next visit, chosen by the agent. The desk plans visits too, so the server has the word and it needs a network. */
import { useState } from 'react';
import { addDays, type Day, formatDay } from '../../../../core/domain/dates';
import { MAX_VISIT_DAYS_AHEAD } from '../../../../core/domain/visits';
import { t } from '../../../i18n';
import type { ListedLoan, OnlineAnswer } from '../../../offline/types';
import { Button, DateChips, Field, Sheet, Stack, showToast } from '../../../ui';
import { useReadyEngine, useSignIn } from '../../session';
import { OnlineNote } from './online-note';

export default function PlanVisit({
  loan,
  today,
  onClose,
}: {
  loan: Pick<ListedLoan, 'id' | 'nextVisitOn'>;
  today: Day;
  onClose: () => void;
}) {
  const { vault } = useSignIn();
  const { loans } = useReadyEngine();
  // A day that is over stands nowhere among the choices.
  const standing = loan.nextVisitOn && loan.nextVisitOn >= today ? loan.nextVisitOn : undefined;
  const [day, setDay] = useState(standing);
  const [busy, setBusy] = useState<'plan' | 'off'>();
  const [answer, setAnswer] = useState<OnlineAnswer<unknown>>();
  const [missing, setMissing] = useState(false);

  /** Whether the server has it; this phone's list follows. */
  const put = async (on: Day | null): Promise<boolean> => {
    const came: OnlineAnswer<unknown> = await vault()
      .then((acts) => acts.planVisit({ loanId: loan.id, on }))
      .catch(() => ({ kind: 'unreachable' }));
    setAnswer(came);
    if (came.kind === 'done') await loans.refresh();
    return came.kind === 'done';
  };
  const press = async (what: 'plan' | 'off', on: Day | null) => {
    setBusy(what);
    const before = loan.nextVisitOn;
    const done = await put(on);
    setBusy(undefined);
    if (!done) return;
    onClose();
    showToast(on ? t('Visit planned for {day}', { day: formatDay(on) }) : t('Taken off the plan'), {
      tone: 'saved',
      // A day that is over cannot be planned again.
      ...((before === null || before >= today) && {
        action: {
          label: t('Undo'),
          onClick: () =>
            void put(before).then((back) => {
              if (!back) showToast(t('The server was not reached'), { tone: 'problem' });
            }),
        },
      }),
    });
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Plan the visit')}
      footer={
        <>
          {loan.nextVisitOn && (
            <Button busy={busy === 'off'} disabled={busy === 'plan'} onClick={() => void press('off', null)}>
              {t('Take off the plan')}
            </Button>
          )}
          <Button
            look="primary"
            busy={busy === 'plan'}
            disabled={busy === 'off'}
            onClick={() => (day ? void press('plan', day) : setMissing(true))}
          >
            {t('Plan the visit')}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Field
          label={t('When will you visit?')}
          hint={t('It stands on the plan of that day on all your phones. Planning needs a network.')}
          group
          required
          error={missing && !day ? t('Choose a day') : undefined}
        >
          <DateChips
            value={day}
            onChange={setDay}
            today={today}
            min={today}
            max={addDays(today, MAX_VISIT_DAYS_AHEAD)}
          />
        </Field>
        <div role="status">
          <OnlineNote
            answer={answer}
            nothing={t('Nothing was planned')}
            again={t('Nothing was planned. Press again when there is a network.')}
          />
        </div>
      </Stack>
    </Sheet>
  );
}
