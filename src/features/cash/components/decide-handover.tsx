/** One hand-over as it was made, and its decision: the money came, or it did not, with a reason. */
import { useState } from 'react';
import type { AgentsHandover } from '../../../../core/contract/cash';
import { failedWrite, fieldWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, DateText, Field, Money, Stack, showToast, Text, TextArea } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { useZone } from '../../session';
import { HandoverBadge, handoverPlaceWords } from '../cash-words';
import { useDecideHandover } from '../queries';

export function DecideHandover({ handover, onClose }: { handover: AgentsHandover; onClose: () => void }) {
  const zone = useZone();
  const decide = useDecideHandover(handover.id);
  const [declining, setDeclining] = useState(false);
  const [answer, setAnswer] = useState('');
  const { state, agent, reference, place, handedOn } = handover;
  const refused = fieldWords(decide.error).answer;

  const send = (body: Parameters<typeof decide.mutate>[0], words: string) =>
    decide.mutate(body, {
      onSuccess: () => {
        showToast(words, { tone: 'saved' });
        onClose();
      },
    });
  const confirm = () => send({ state: 'confirmed' }, t('Confirmed. The payments are deposited.'));
  const decline = () => send({ state: 'declined', answer }, t('Declined. The cash is in the agent’s hand again.'));

  return (
    <Modal
      title={t('Cash of {agent}', { agent: agent.name })}
      size="small"
      onClose={onClose}
      problem={refused ? undefined : failedWrite(decide.error)}
      footer={
        state === 'open' &&
        (declining ? (
          <>
            <Button onClick={() => setDeclining(false)}>{t('Back')}</Button>
            <Button look="danger" busy={decide.isPending} onClick={decline}>
              {t('Decline the hand-over')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setDeclining(true)}>{t('Decline')}</Button>
            <Button look="primary" busy={decide.isPending} onClick={confirm}>
              {t('The money came')}
            </Button>
          </>
        ))
      }
    >
      <Stack gap="3">
        <Text fontSize="title" strong>
          <Money paise={handover.amountPaise} />
        </Text>
        <Text>
          {tn(handover.payments, 'Of {n} payment', 'Of {n} payments')} · {handoverPlaceWords(place)} ·{' '}
          <DateText value={handedOn} />
        </Text>
        <Text>{t('Slip or receipt {reference}', { reference })}</Text>
        {state === 'open' ? (
          declining && (
            <Field label={t('Why is it declined?')} required error={refused && said(refused)}>
              <TextArea value={answer} onChange={setAnswer} maxLength={2000} />
            </Field>
          )
        ) : (
          <Stack gap="1">
            <HandoverBadge state={state} />
            <Text tone="muted" size="small">
              {handover.decidedBy} · {handover.decidedAt && <DateText value={handover.decidedAt} time zone={zone} />}
            </Text>
            {handover.answer && <Text>{handover.answer}</Text>}
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}
