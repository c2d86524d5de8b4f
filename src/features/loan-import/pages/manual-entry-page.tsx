/** /loan/manual-entry: one loan by hand, in the order of a loan agreement. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { manualEntry } from '../../../../core/contract/loan-sheets';
import { BUCKETS } from '../../../../core/domain/buckets';
import { type LoanField, STANDING_FIELDS } from '../../../../core/domain/loan-import';
import { successes } from '../../../api';
import { said, t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, Link, Row, showToast } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { EntityForm, type FieldRow, type FormSection } from '../../forms';
import { LANGUAGE_OPTIONS, yesNoOptions } from '../entry-options';
import { useMatching } from '../loan-queries';
import { blankEntry, checkedEntry, type EntryValues, entryParts } from '../manual-entry';
import { useChoices } from '../queries';

const ADD_WORDS = { phones: 'Another phone', addresses: 'Another address', people: 'Another person' } as const;
const isSeveral = (group: string): group is keyof typeof ADD_WORDS => group in ADD_WORDS;
type Known = { id: string; loanNumber: string } | undefined;

/** How a field of a loan file is typed. */
function typedAs({ type, max = 200 }: LoanField): Partial<FieldRow> {
  const choice = { kind: 'choice', none: t('Not given') } as const;
  switch (type) {
    case 'day':
      return { kind: 'day', most: 10 };
    case 'bucket':
      return { ...choice, options: BUCKETS.map((one) => ({ value: one, label: one })) };
    case 'yesNo':
      return { ...choice, options: yesNoOptions() };
    case 'language':
      return { ...choice, options: LANGUAGE_OPTIONS };
    case 'mobile':
      return { kind: 'digits', most: 10 };
    case 'pincode':
      return { kind: 'digits', most: 6 };
    case 'whole':
      return { kind: 'digits', most: 4 };
    case 'email':
      return { kind: 'email', most: 254 };
    case 'pan':
    case 'gst':
      return { capitals: true, most: 15 };
    default:
      return { most: max };
  }
}

/** `known`: the loan that has this number already. */
const rowOf = (field: LoanField, known: Known): FieldRow => ({
  ...typedAs(field),
  label: said(field.label),
  required: field.required === true,
  hint: (STANDING_FIELDS as readonly string[]).includes(field.id) && t('One of DPD, bucket and due since is needed'),
  ...(known && {
    taken: t('You have this loan already'),
    hint: <Link to={deskPaths.loans({ loan: known.id })}>{t('Open {number}', { number: known.loanNumber })}</Link>,
  }),
});

export default function ManualEntryPage() {
  const navigate = useNavigate();
  const { clients, portfolios } = useChoices().data ?? { clients: [], portfolios: [] };
  const [shown, setShown] = useState<Record<string, number>>({});
  const [number, setNumber] = useState('');
  const known = useMatching(number ? [number] : []).data?.matching[0];
  const sections = (typed: EntryValues): FormSection<EntryValues>[] => [
    {
      title: t('Whose loan it is'),
      beside: true,
      fields: {
        clientId: {
          label: t('Client'),
          required: true,
          options: clients.map(({ id, name }) => ({ value: id, label: name })),
        },
        portfolioId: {
          label: t('Portfolio'),
          options: portfolios
            .filter(({ clientId }) => clientId === typed.clientId)
            .map(({ id, name }) => ({ value: id, label: name })),
        },
      },
    },
    ...entryParts(typed, shown).map(
      ({ id, label, fields, upTo, most }): FormSection<EntryValues> => ({
        title: said(label),
        beside: true,
        fields: Object.fromEntries(
          fields.map((field) => [field.id, rowOf(field, field.id === 'loanNumber' ? known : undefined)]),
        ),
        also: isSeveral(id) && upTo !== undefined && upTo < most && (
          <Row alignSelf="end">
            <Button icon="plus" onClick={() => setShown({ ...shown, [id]: upTo + 1 })}>
              {t(ADD_WORDS[id])}
            </Button>
          </Row>
        ),
      }),
    ),
  ];
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Manual Account Entry')}</DeskTitle>
      <EntityForm
        at="page"
        draft="loan.manual"
        label={t('New loan')}
        to={manualEntry}
        values={blankEntry()}
        sections={sections}
        also={({ clientId: _, portfolioId = '', ...typed }) => ({
          portfolioId,
          values: Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '')),
        })}
        check={(typed) => checkedEntry(typed).errors}
        onTyped={({ loanNumber = '' }) => setNumber(loanNumber.trim())}
        again={['loans']}
        send={t('Add loan')}
        failed={t('The loan was not added')}
        onStored={() => {
          showToast(successes.loanAdded, { tone: 'saved' });
          navigate(deskPaths.loans());
        }}
      />
    </DeskPage>
  );
}
