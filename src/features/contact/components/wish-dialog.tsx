import { useState } from 'react';
import type { LoanContact } from '../../../../core/contract/contact';
import { PREFERENCE_KINDS } from '../../../../core/contract/contact-parts';
import { CONTACT_CHANNELS } from '../../../../core/domain/contact-gate';
import { dayOf } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import {
  Button,
  ChipChoice,
  DayInput,
  Field,
  Row,
  Select,
  Stack,
  showToast,
  Text,
  TextArea,
  TextInput,
} from '../../../ui';
import { DraftNote, Modal, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { CHANNEL_WORDS } from '../contact-words';
import { useContactChange } from '../queries';
import { BLANK_WISH, DAY_WORDS, isTimed, PLACE_WORDS, WISH_WORDS, wishBody } from '../wish-form';

/** What the borrower asks for, recorded by whoever speaks with them; the contact gate obeys from then on. */
export default function WishDialog({ loan, onClose }: { loan: LoanContact; onClose: () => void }) {
  const zone = useZone();
  const draft = useDraft(`wish.${loan.loanId}`, BLANK_WISH);
  const [kept] = useState(draft.changedAt);
  const [id] = useState(() => uuidv7());
  const { wish } = useContactChange(loan.loanId);
  const form = draft.value;
  const change = (part: Partial<typeof form>) => draft.set({ ...form, ...part });
  const problems = fieldWords(wish.error);
  const of = (name: string) => (problems[name] ? said(problems[name]) : undefined);
  const words = wish.error && Object.keys(problems).length === 0 ? failedWrite(wish.error) : undefined;
  const timed = isTimed(form.kind);
  return (
    <Modal
      title={t('What does the borrower ask for?')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={wish.isPending}
            onClick={() =>
              wish.mutate(wishBody(id, form), {
                onSuccess: () => {
                  draft.discard();
                  showToast(t('The wish is recorded'), { tone: 'saved' });
                  onClose();
                },
              })
            }
          >
            {t('Record the wish')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {kept !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={kept} zone={zone} onDiscard={draft.discard} />
        )}
        <ProblemNote problem={words} />
        <Field label={t('Wish')} group>
          <ChipChoice
            value={form.kind}
            onChange={(kind) => change({ kind })}
            options={PREFERENCE_KINDS.map((kind) => ({ value: kind, label: t(WISH_WORDS[kind]) }))}
          />
        </Field>
        {timed && (
          <>
            <Row gap="3" alignItems="flex-start">
              <Field label={t('From')} error={of('fromTime')} required>
                <TextInput type="time" value={form.fromTime} onChange={(fromTime) => change({ fromTime })} />
              </Field>
              <Field label={t('To')} error={of('toTime')} required>
                <TextInput type="time" value={form.toTime} onChange={(toTime) => change({ toTime })} />
              </Field>
            </Row>
            <Field label={t('On these days')} hint={t('None chosen: every day')} error={of('days')} group>
              <ChipChoice
                multi
                value={form.days}
                onChange={(days) => change({ days })}
                options={Object.keys(DAY_WORDS).map((day) => ({ value: day, label: t(DAY_WORDS[day] ?? '') }))}
              />
            </Field>
          </>
        )}
        {form.kind === 'not-at-this-place' && (
          <Field label={t('Place')} error={of('place')} group>
            <ChipChoice
              value={form.place}
              onChange={(place) => change({ place })}
              options={(['residence', 'office', 'other'] as const).map((place) => ({
                value: place,
                label: t(PLACE_WORDS[place] ?? place),
              }))}
            />
          </Field>
        )}
        {(timed || form.kind === 'do-not-contact') && (
          <Field label={t('Channels')} hint={t('None chosen: all of them')} error={of('channels')} group>
            <ChipChoice
              multi
              value={form.channels}
              onChange={(channels) => change({ channels })}
              options={CONTACT_CHANNELS.map((channel) => ({ value: channel, label: t(CHANNEL_WORDS[channel]) }))}
            />
          </Field>
        )}
        {form.kind === 'do-not-contact' && loan.phones.length > 0 && (
          <Field label={t('On this phone')} error={of('phoneId')}>
            <Select
              value={form.phoneId}
              onChange={(phoneId) => change({ phoneId })}
              options={[
                { value: '', label: t('All phones') },
                ...loan.phones.map(({ id: phone, masked }) => ({ value: phone, label: masked })),
              ]}
            />
          </Field>
        )}
        {form.kind === 'dispute' ? (
          <Text size="small" tone="muted">
            {t('Nobody contacts them about this loan until a manager has resolved it.')}
          </Text>
        ) : (
          <Field
            label={t('Until')}
            hint={t('Its last day; empty until a manager ends it')}
            error={of('until')}
            optional
          >
            <DayInput today={dayOf(Date.now(), zone)} value={form.until} onChange={(until) => change({ until })} />
          </Field>
        )}
        <Field
          label={t('In the borrower’s words')}
          error={of('note')}
          required={form.kind === 'dispute'}
          optional={form.kind !== 'dispute'}
        >
          <TextArea value={form.note} onChange={(note) => change({ note })} maxLength={2000} />
        </Field>
      </Stack>
    </Modal>
  );
}
