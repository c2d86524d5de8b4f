/** Adds to the suppression list by hand: many values of one kind at once, with reason, portfolio, channels and last day. */

import { SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../../../core/contract/suppression-list';
import { CONTACT_CHANNELS } from '../../../../core/domain/contact-gate/types';
import { dayOf } from '../../../../core/domain/dates';
import { type FormErrors, REQUIRED } from '../../../../core/domain/validators';
import { failedWrite, fieldWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Banner, Button, Field, Stack, showToast, TextArea } from '../../../ui';
import {
  ChoiceField,
  DraftNote,
  FormPart,
  ProblemNote,
  RecordForm,
  SaveKeys,
  SidePanel,
  TextField,
  TicksField,
  useRecordForm,
} from '../../../ui/kit';
import { CHANNEL_WORDS } from '../../contact';
import { useZone } from '../../session';
import { loanNumbersOf } from '../loan-numbers';
import { useChoices } from '../queries';
import { type NewSuppressions, useSuppressionChanges } from '../suppression-queries';
import { REASON_WORDS, SUPPRESSED_WORDS } from '../suppression-words';

const MOST = 1000;
interface Values {
  kind: string;
  values: string;
  reason: string;
  portfolioId: string;
  channels: string[];
  fromOn: string;
  untilOn: string;
  note: string;
}

function check({ values, reason, fromOn, untilOn }: Values): FormErrors {
  const errors: FormErrors = {};
  const found = loanNumbersOf(values);
  if (found.length === 0) errors.values = REQUIRED;
  if (found.length > MOST) errors.values = `At most ${MOST} at once`;
  if (reason === '') errors.reason = REQUIRED;
  if (fromOn === '') errors.fromOn = REQUIRED;
  if (untilOn !== '' && untilOn < fromOn) errors.untilOn = 'The last day lies before the first';
  return errors;
}

const bodyOf = (held: Values): NewSuppressions => ({
  kind: SUPPRESSION_KINDS.find((one) => one === held.kind) ?? 'loan',
  values: loanNumbersOf(held.values),
  reason: SUPPRESSION_REASONS.find((one) => one === held.reason) ?? 'other',
  portfolioId: held.portfolioId || null,
  channels: held.channels.length === 0 ? null : CONTACT_CHANNELS.filter((one) => held.channels.includes(one)),
  fromOn: held.fromOn,
  untilOn: held.untilOn || null,
  note: held.note.trim(),
});

export function AddSuppressions({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const choices = useChoices();
  const { add } = useSuppressionChanges();
  const initial: Values = {
    kind: 'loan',
    values: '',
    reason: '',
    portfolioId: '',
    channels: [],
    fromOn: dayOf(new Date(), zone),
    untilOn: '',
    note: '',
  };
  const form = useRecordForm('suppressions.new', { version: 0, values: initial }, check);
  async function send(): Promise<boolean> {
    if (!form.check()) return false;
    if (add.isPending) return true;
    try {
      const { added, already, refused } = await add.mutateAsync(bodyOf(form.typed));
      if (refused.length > 0) return true;
      form.discard();
      showToast(
        already > 0
          ? t('{added} added, {already} were there already', { added, already })
          : tn(added, '{n} added', '{n} added'),
        { tone: 'saved' },
      );
      onClose();
      return true;
    } catch (error) {
      return !form.refuse(fieldWords(error));
    }
  }
  const wrong = form.errorOf('values');
  return (
    <SidePanel
      about="new"
      label={t('Add to the suppression list')}
      title={t('Add to the suppression list')}
      line={t('They are not contacted from the first day on.')}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      <RecordForm label={t('Add to the suppression list')} onSend={send}>
        {form.draftAt !== undefined && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
        <FormPart title={t('Who is not contacted')} wide={false}>
          <ChoiceField
            form={form}
            name="kind"
            label={t('What it is')}
            required
            options={SUPPRESSION_KINDS.map((value) => ({ value, label: t(SUPPRESSED_WORDS[value]) }))}
          />
          <Field label={t('One a line')} required error={wrong && said(wrong)}>
            <TextArea
              rows={4}
              value={form.typed.values}
              onChange={(values) => form.set({ values })}
              onBlur={() => form.leave('values')}
            />
          </Field>
        </FormPart>
        <FormPart title={t('Why and where')} wide={false}>
          <ChoiceField
            form={form}
            name="reason"
            label={t('Reason')}
            required
            options={SUPPRESSION_REASONS.map((value) => ({ value, label: t(REASON_WORDS[value]) }))}
          />
          <ChoiceField
            form={form}
            name="portfolioId"
            label={t('Portfolio')}
            none={t('Every portfolio')}
            options={(choices.data?.portfolios ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TicksField
            form={form}
            name="channels"
            label={t('Only these channels')}
            hint={t('None ticked: all of them')}
            options={CONTACT_CHANNELS.map((value) => ({ value, label: t(CHANNEL_WORDS[value]) }))}
          />
        </FormPart>
        <FormPart title={t('How long')} wide={false}>
          <TextField form={form} name="fromOn" label={t('From')} kind="day" required maxLength={10} />
          <TextField
            form={form}
            name="untilOn"
            label={t('Last day')}
            kind="day"
            maxLength={10}
            hint={t('Left empty: until somebody releases it')}
          />
          <TextField form={form} name="note" label={t('Note')} maxLength={500} />
        </FormPart>
        {add.data && add.data.refused.length > 0 && (
          <Banner tone="danger" title={tn(add.data.refused.length, '{n} was not added', '{n} were not added')}>
            <Stack as="ul" gap="1" listStyleType="none">
              {add.data.refused.slice(0, 20).map(({ value, why }) => (
                <li key={value}>
                  {value}: {said(why)}
                </li>
              ))}
            </Stack>
          </Banner>
        )}
        <ProblemNote tone="danger" title={t('Nothing was added')} problem={failedWrite(add.error)} />
        <div>
          <Button type="submit" look="primary" busy={add.isPending}>
            {t('Add to the list')}
          </Button>{' '}
          <SaveKeys />
        </div>
      </RecordForm>
    </SidePanel>
  );
}
