import { addPreference, type LoanContact } from '../../../../core/contract/contact';
import { dayOf } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { showToast, Text } from '../../../ui';
import { EntityForm, type FieldRow, type FormSection } from '../../forms';
import { useZone } from '../../session';
import { CHANNEL_WORDS } from '../contact-words';
import { CONTACTS } from '../queries';
import { BLANK_WISH, DAY_WORDS, isTimed, PLACE_WORDS, WISH_WORDS, type WishForm, wishBody } from '../wish-form';

const choice = { kind: 'chips', required: 'unsaid' } as const;

function wishSections(form: WishForm, phones: LoanContact['phones'], today: string): (FormSection<WishForm> | false)[] {
  const { kind } = form;
  const timed = isTimed(kind);
  const until: FieldRow = {
    label: t('Until'),
    hint: t('Its last day; empty until a manager ends it'),
    input: { today },
  };
  return [
    { fields: { kind: { ...choice, label: t('Wish'), words: WISH_WORDS } } },
    timed && {
      beside: 'tight',
      fields: { fromTime: { label: t('From'), required: true }, toTime: { label: t('To'), required: true } },
    },
    {
      fields: {
        days: timed && {
          ...choice,
          label: t('On these days'),
          hint: t('None chosen: every day'),
          options: Object.keys(DAY_WORDS).map((day) => ({ value: day, label: t(DAY_WORDS[day] ?? '') })),
        },
        place: kind === 'not-at-this-place' && { ...choice, label: t('Place'), words: PLACE_WORDS },
        channels: (timed || kind === 'do-not-contact') && {
          ...choice,
          label: t('Channels'),
          hint: t('None chosen: all of them'),
          words: CHANNEL_WORDS,
        },
        phoneId: kind === 'do-not-contact' &&
          phones.length > 0 && {
            label: t('On this phone'),
            required: 'unsaid',
            none: t('All phones'),
            options: phones.map(({ id, masked }) => ({ value: id, label: masked })),
          },
        until: kind !== 'dispute' && until,
      },
      also: kind === 'dispute' && (
        <Text size="small" tone="muted">
          {t('Nobody contacts them about this loan until a manager has resolved it.')}
        </Text>
      ),
    },
    { fields: { note: { label: t('In the borrower’s words'), required: kind === 'dispute' } } },
  ];
}

/** What the borrower asks for, recorded by whoever speaks with them; the contact gate obeys from then on. */
export default function WishDialog({ loan, onClose }: { loan: LoanContact; onClose: () => void }) {
  const today = dayOf(Date.now(), useZone());
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`wish.${loan.loanId}`}
      label={t('What does the borrower ask for?')}
      to={addPreference}
      params={{ loanId: loan.loanId }}
      values={BLANK_WISH}
      sections={(form) => wishSections(form, loan.phones, today)}
      also={(form) => {
        const { id: _, ...body } = wishBody('', form);
        return body;
      }}
      // The server says in its own words what a kind needs.
      check={() => ({ fromTime: undefined, toTime: undefined, note: undefined })}
      again={CONTACTS}
      send={t('Record the wish')}
      onStored={() => {
        showToast(t('The wish is recorded'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
