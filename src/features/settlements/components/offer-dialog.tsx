/** Making an offer: a new settlement of a loan, other terms for one, or the same terms sent back. */
import { useState } from 'react';
import { uuidv7 } from '../../../../core/domain/ids';
import type { ByHead } from '../../../../core/domain/settlements/offer';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Field, Stack, showToast, TextArea } from '../../../ui';
import { DraftNote, Modal, Switch, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { freshOffer, offerOf, type TypedOffer, wrongOf } from '../offer-form';
import { useRaise } from '../queries';
import { OfferFields } from './offer-fields';

interface Told {
  /** Of the screen that sends it: its words and why it was not taken. */
  title: string;
  confirm: string;
  busy: boolean;
  error: unknown;
  /** Raising asks why the borrower cannot pay more; countering asks for a reason. */
  words: { label: string; required: boolean };
  staff?: true;
}

/** One form for all offers; what is typed survives as a draft under `name`. */
export function OfferDialog({
  name,
  initial,
  dues,
  today,
  told,
  onSend,
  onClose,
}: {
  name: string;
  initial: TypedOffer;
  dues: ByHead;
  today: string;
  told: Told;
  onSend: (typed: TypedOffer, done: () => void) => void;
  onClose: () => void;
}) {
  const zone = useZone();
  const draft = useDraft<TypedOffer>(name, initial);
  const [draftAt, setDraftAt] = useState(draft.changedAt);
  const [asked, setAsked] = useState(false);
  const typed = draft.value;
  const own = wrongOf(typed, dues, today, told.words.required);
  const refused = fieldWords(told.error);
  const server = Object.fromEntries(
    Object.entries(refused).map(([path, message]) => [path.replace(/^(data\.)?offer\./, ''), message]),
  );
  const wrong = { ...server, ...(asked ? own : {}) };
  const send = () => {
    setAsked(true);
    if (Object.keys(own).length > 0) return;
    onSend(typed, () => {
      draft.discard();
      onClose();
    });
  };
  return (
    <Modal
      title={told.title}
      onClose={onClose}
      problem={Object.keys(refused).length > 0 ? undefined : failedWrite(told.error)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={told.busy} onClick={send}>
            {told.confirm}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {draftAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote
            at={draftAt}
            zone={zone}
            onDiscard={() => {
              draft.discard();
              setDraftAt(undefined);
            }}
          />
        )}
        <OfferFields typed={typed} onTyped={draft.set} dues={dues} today={today} wrong={wrong} />
        <Field
          label={told.words.label}
          required={told.words.required}
          optional={!told.words.required}
          error={wrong.hardship && said(wrong.hardship)}
        >
          <TextArea
            value={typed.hardship}
            maxLength={2000}
            onChange={(hardship) => draft.set({ ...typed, hardship })}
          />
        </Field>
        {told.staff && (
          <Switch
            label={t('The borrower works for the lender, or fraud is suspected')}
            note={t('The board decides such a case too.')}
            on={typed.staffOrFraud}
            onChange={(staffOrFraud) => draft.set({ ...typed, staffOrFraud })}
          />
        )}
      </Stack>
    </Modal>
  );
}

/** A new settlement of a loan. One id for as long as the dialog is open, so that a repeat makes no second one. */
export function RaiseDialog({
  loanId,
  dues,
  today,
  onClose,
}: {
  loanId: string;
  dues: ByHead;
  today: string;
  onClose: () => void;
}) {
  const raise = useRaise();
  const [id] = useState(() => uuidv7());
  return (
    <OfferDialog
      name={`settlement.${loanId}`}
      initial={freshOffer(dues, today)}
      dues={dues}
      today={today}
      told={{
        title: t('Offer a settlement'),
        confirm: t('Send the offer'),
        busy: raise.isPending,
        error: raise.error,
        words: { label: t('Why the borrower cannot pay more'), required: true },
        staff: true,
      }}
      onSend={({ hardship, staffOrFraud, ...typed }, done) =>
        raise.mutate(
          { id, loanId, offer: offerOf({ ...typed, hardship, staffOrFraud }, dues), hardship, staffOrFraud },
          {
            onSuccess: ({ number }) => {
              showToast(t('Settlement {number} sent. You are told what is decided.', { number }), { tone: 'saved' });
              done();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
