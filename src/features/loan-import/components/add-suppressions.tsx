/** Adds to the suppression list by hand: many values of one kind at once, with reason, portfolio, channels and last day. */
import { useState } from 'react';
import { addSuppressions } from '../../../../core/contract/suppression-list';
import { dayOf } from '../../../../core/domain/dates';
import { REQUIRED } from '../../../../core/domain/validators';
import { said, t, tn } from '../../../i18n';
import { Banner, Stack, showToast } from '../../../ui';
import { SaveKeys, SidePanel } from '../../../ui/kit';
import { CHANNEL_WORDS } from '../../contact';
import { EntityForm, type TypedBody, typedOf } from '../../forms';
import { useZone } from '../../session';
import { loanNumbersOf } from '../loan-numbers';
import { useChoices } from '../queries';
import { SUPPRESSIONS } from '../suppression-queries';
import { REASON_WORDS, SUPPRESSED_WORDS } from '../suppression-words';

const MOST = 1000;
/** `values` as typed: one a line. */
type Values = Omit<TypedBody<typeof addSuppressions>, 'values'> & { values: string };
interface Refused {
  value: string;
  why: string;
}

const check = ({ values, fromOn, untilOn }: Values) => ({
  ...(loanNumbersOf(values).length === 0 && { values: REQUIRED }),
  ...(loanNumbersOf(values).length > MOST && { values: `At most ${MOST} at once` }),
  ...(untilOn !== '' && untilOn < fromOn && { untilOn: 'The last day lies before the first' }),
});

export function AddSuppressions({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const choices = useChoices();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const initial: Values = {
    ...typedOf(addSuppressions),
    kind: 'loan',
    values: '',
    fromOn: dayOf(new Date(), zone),
  };
  return (
    <SidePanel
      about="new"
      label={t('Add to the suppression list')}
      title={t('Add to the suppression list')}
      line={t('They are not contacted from the first day on.')}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      <EntityForm
        at="panel"
        draft="suppressions.new"
        label={t('Add to the suppression list')}
        to={addSuppressions}
        values={initial}
        sections={() => [
          {
            title: t('Who is not contacted'),
            fields: {
              kind: { label: t('What it is'), words: SUPPRESSED_WORDS },
              values: { label: t('One a line'), kind: 'area', input: { rows: 4 } },
            },
          },
          {
            title: t('Why and where'),
            fields: {
              reason: { label: t('Reason'), words: REASON_WORDS },
              portfolioId: {
                label: t('Portfolio'),
                none: t('Every portfolio'),
                options: (choices.data?.portfolios ?? []).map(({ id, name }) => ({ value: id, label: name })),
              },
              channels: {
                label: t('Only these channels'),
                hint: t('None ticked: all of them'),
                words: CHANNEL_WORDS,
              },
            },
          },
          {
            title: t('How long'),
            fields: {
              fromOn: { label: t('From') },
              untilOn: { label: t('Last day'), hint: t('Left empty: until somebody releases it') },
              note: { label: t('Note'), kind: 'text', most: 500 },
            },
          },
        ]}
        also={({ values }) => ({ values: loanNumbersOf(values) })}
        check={check}
        again={[SUPPRESSIONS]}
        stays={(answer) => {
          setRefused(answer.refused);
          return answer.refused.length > 0;
        }}
        below={refused.length > 0 && <RefusedValues refused={refused} />}
        send={t('Add to the list')}
        beside={<SaveKeys />}
        failed={t('Nothing was added')}
        onStored={({ added, already }) => {
          showToast(
            already > 0
              ? t('{added} added, {already} were there already', { added, already })
              : tn(added, '{n} added', '{n} added'),
            { tone: 'saved' },
          );
          onClose();
        }}
      />
    </SidePanel>
  );
}

function RefusedValues({ refused }: { refused: readonly Refused[] }) {
  return (
    <Banner tone="danger" title={tn(refused.length, '{n} was not added', '{n} were not added')}>
      <Stack as="ul" gap="1" listStyleType="none">
        {refused.slice(0, 20).map(({ value, why }) => (
          <li key={value}>
            {value}: {said(why)}
          </li>
        ))}
      </Stack>
    </Banner>
  );
}
