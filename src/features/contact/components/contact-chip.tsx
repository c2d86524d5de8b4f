import type { Loan } from '../../../../core/contract/loans';
import type { ContactChannel } from '../../../../core/domain/contact-gate';
import { t } from '../../../i18n';
import { useZone } from '../../session';
import { useContact } from '../use-contact';
import { AnswerChip } from './answer-chip';

/** Whether the loan's borrower may be contacted by a channel now, and why not. Works from the loan in hand without a network. */
export default function ContactChip({
  loan,
  channel,
  phoneId,
  label,
}: {
  loan: Loan;
  channel: ContactChannel;
  phoneId?: string;
  label?: string;
}) {
  const zone = useZone();
  const { now, by, answer } = useContact(loan);
  return (
    <AnswerChip
      answer={answer(channel, phoneId)}
      now={now}
      zone={zone}
      {...(label !== undefined && { label })}
      note={
        by === 'loan' ? t('Judged by what this device knows; the server looks again when the call starts.') : undefined
      }
    />
  );
}
