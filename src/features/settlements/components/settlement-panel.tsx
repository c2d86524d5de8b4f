/** One settlement with everything that a decision needs, and a key for each step that its reader may take. */
import { lazy, Suspense, useRef, useState } from 'react';
import type { Settlement } from '../../../../core/contract/settlements';
import { dayOf, formatDay } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite, fieldWords, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { loanPathFor } from '../../../routes';
import { Banner, Button, LinkButton, Skeleton } from '../../../ui';
import { ConfirmDialog, Kbd, ProblemState, SidePanel, useShortcuts } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { offerOf, typedFrom } from '../offer-form';
import { useOpenLetter, useSettlement, useStep, useUploadLetter } from '../queries';
import { shareWords } from '../words';
import type { Worded } from './decide-dialog';
import { SettlementFacts } from './settlement-facts';
import { LetterChecks, SettlementLetters } from './settlement-letters';

const DecideDialog = lazy(() => import('./decide-dialog').then((part) => ({ default: part.DecideDialog })));

const OfferDialog = lazy(() => import('./offer-dialog').then((part) => ({ default: part.OfferDialog })));

export function SettlementPanel({
  id,
  onDone,
  onClose,
}: {
  id: string;
  /** A step was taken. */
  onDone: (now: Settlement) => void;
  onClose: () => void;
}) {
  const { data, error, refetch } = useSettlement(id);
  if (data) return <Loaded settlement={data} onDone={onDone} onClose={onClose} />;
  const problem = problemOf(error);
  return (
    <SidePanel
      about={id}
      label={t('Settlement')}
      title={t('Settlement')}
      line=""
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      {problem ? <ProblemState problem={problem} retry={() => void refetch()} /> : <Skeleton lines={6} />}
    </SidePanel>
  );
}

type Chosen = Worded | 'counter' | 'terms';
const KEYS = [
  { step: 'approve', key: 'a', label: 'Approve', look: 'primary' },
  { step: 'counter', key: 'c', label: 'Other terms', look: undefined },
  { step: 'reject', key: 'r', label: 'Reject', look: undefined },
  { step: 'acknowledge', key: 'l', label: 'The letter came', look: 'primary' },
  { step: 'withdraw', key: 'w', label: 'Withdraw', look: undefined },
] as const;

function Loaded({
  settlement,
  onDone,
  onClose,
}: {
  settlement: Settlement;
  onDone: (now: Settlement) => void;
  onClose: () => void;
}) {
  const { steps, number, borrower, loanNumber, payable, outstanding, waived } = settlement;
  const path = loanPathFor(useSignedIn().profile.role);
  const zone = useZone();
  const take = useStep(settlement);
  const letter = useUploadLetter(settlement.id);
  const open = useOpenLetter(settlement);
  const lacks = fieldWords(letter.error).despite;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const offer = settlement.offers.find(({ round }) => round === settlement.round);
  const may = (step: (typeof steps)[number]) => steps.includes(step);
  const sends = may('send-letter') || may('confirm-no-dues');
  const choose = (step: Chosen) => {
    take.reset();
    setChosen(step);
  };
  const offered = KEYS.filter(({ step }) => may(step));
  useShortcuts(
    offered.map(({ step, key, label }) => ({ keys: key, label: t(label), run: () => choose(step) })),
    chosen === undefined,
  );
  const accept = () =>
    offer &&
    take.mutate(
      { step: 'submit', remarks: '', offer: offerOf(typedFrom(offer), settlement.dues) },
      { onSuccess: onDone },
    );
  const done = (now: Settlement) => {
    setChosen(undefined);
    onDone(now);
  };
  return (
    <SidePanel
      about={settlement.id}
      label={t('Settlement of {borrower}', { borrower })}
      title={borrower}
      line={`${number} · ${loanNumber}`}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
      problem={failedWrite((lacks ? undefined : letter.error) ?? open.error ?? (chosen ? undefined : take.error))}
      footer={
        <>
          {offered.map(({ step, key, label, look }) => (
            <Button key={step} {...(look && { look })} onClick={() => choose(step)}>
              {t(label)} <Kbd aria-hidden="true">{key.toUpperCase()}</Kbd>
            </Button>
          ))}
          {may('submit') && (
            <>
              <Button look="primary" busy={take.isPending} onClick={accept}>
                {t('Accept their terms')}
              </Button>
              <Button onClick={() => choose('terms')}>{t('Offer other terms')}</Button>
            </>
          )}
          {sends && (
            <>
              <Button look="primary" busy={letter.isPending} onClick={() => input.current?.click()}>
                {may('send-letter') ? t('Upload the letter') : t('Upload the no-dues letter')}
              </Button>
              <input
                ref={input}
                type="file"
                hidden
                aria-label={t('Letter: PDF, JPEG or PNG')}
                accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? [];
                  // The same file may be chosen again once it has been mended.
                  event.currentTarget.value = '';
                  if (file) letter.mutate({ letter: file }, { onSuccess: onDone });
                }}
              />
            </>
          )}
          {settlement.letter && (
            <Button busy={open.isPending} onClick={() => open.mutate('settlement')}>
              {t('Download the letter')}
            </Button>
          )}
          {settlement.noDuesLetter && (
            <Button onClick={() => open.mutate('no-dues')}>{t('Download the no-dues letter')}</Button>
          )}
          {path && !settlement.inPlaceOf && <LinkButton to={path(settlement.loanId)}>{t('Open the loan')}</LinkButton>}
        </>
      }
    >
      {settlement.inPlaceOf && (
        <Banner tone="info" title={t('You decide for {name}, who is away', { name: settlement.inPlaceOf })} />
      )}
      {settlement.staffOrFraud && (
        <Banner tone="warn" title={t('The borrower works for the lender, or fraud is suspected')} />
      )}
      {settlement.restructuring && (
        <Banner tone="info" title={t('Over more than three months this is a restructuring of the loan.')} />
      )}
      {settlement.voidLetter && (
        <Banner
          tone="danger"
          title={t('A payment was taken back after the no-dues letter went out: that letter is no longer true.')}
        />
      )}
      <LetterChecks checks={settlement.checks} />
      {lacks && letter.variables && (
        <ConfirmDialog
          title={t('The letter differs from what was approved')}
          confirm={t('Send it all the same')}
          busy={letter.isPending}
          onConfirm={() => letter.mutate({ letter: letter.variables.letter, despite: true }, { onSuccess: onDone })}
          onClose={letter.reset}
        >
          {lacks}
        </ConfirmDialog>
      )}
      <SettlementLetters settlement={settlement} open={open} onDone={onDone} />
      <SettlementFacts settlement={settlement} />
      <Suspense>
        {chosen && chosen !== 'counter' && chosen !== 'terms' && (
          <DecideDialog
            step={chosen}
            about={t('{paid} of {due}, waiver {share}, until {day}', {
              paid: formatRupees(payable),
              due: formatRupees(outstanding),
              share: shareWords(waived, outstanding),
              day: formatDay(settlement.validTill),
            })}
            take={take}
            onDone={done}
            onClose={() => setChosen(undefined)}
          />
        )}
        {offer && (chosen === 'counter' || chosen === 'terms') && (
          <OfferDialog
            name={`terms.${settlement.id}`}
            initial={typedFrom(offer)}
            dues={settlement.dues}
            today={dayOf(new Date(), zone)}
            told={{
              title: t('Other terms for {borrower}', { borrower }),
              confirm: chosen === 'counter' ? t('Offer these terms') : t('Send the offer'),
              busy: take.isPending,
              error: take.error,
              words: {
                label: chosen === 'counter' ? t('Why other terms') : t('Remarks'),
                required: chosen === 'counter',
              },
            }}
            onSend={(typed, close) =>
              take.mutate(
                {
                  step: chosen === 'counter' ? 'counter' : 'submit',
                  remarks: typed.hardship,
                  offer: offerOf(typed, settlement.dues),
                },
                {
                  onSuccess: (now) => {
                    close();
                    done(now);
                  },
                },
              )
            }
            onClose={() => setChosen(undefined)}
          />
        )}
      </Suspense>
    </SidePanel>
  );
}
