/** /loan/manual-entry: one loan by hand, in the order of a loan agreement. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BUCKETS } from '../../../../core/domain/buckets';
import { type LoanField, STANDING_FIELDS } from '../../../../core/domain/loan-import';
import { failedWrite, fieldWords, successes } from '../../../api';
import { said, t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, Card, Link, Row, showToast, Text } from '../../../ui';
import {
  ChoiceField,
  DeskPage,
  DeskTitle,
  DraftNote,
  FormPart,
  type FormParts,
  ProblemNote,
  RecordForm,
  SaveKeys,
  TextField,
  useRecordForm,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { LANGUAGE_OPTIONS, yesNoOptions } from '../entry-options';
import { useAddLoan, useMatching } from '../loan-queries';
import { blankEntry, checkedEntry, entryParts } from '../manual-entry';
import { useChoices } from '../queries';

const ADD_WORDS = { phones: 'Another phone', addresses: 'Another address', people: 'Another person' } as const;
const isSeveral = (group: string): group is keyof typeof ADD_WORDS => group in ADD_WORDS;

export default function ManualEntryPage() {
  const zone = useZone();
  const navigate = useNavigate();
  const choices = useChoices();
  const add = useAddLoan();
  const [shown, setShown] = useState<Record<string, number>>({});
  const form = useRecordForm('loan.manual', { version: 0, values: blankEntry() }, (held) => checkedEntry(held).errors);
  const { typed } = form;
  const number = typed.loanNumber?.trim() ?? '';
  const known = useMatching(number ? [number] : []).data?.matching[0];
  const { clients, portfolios } = choices.data ?? { clients: [], portfolios: [] };
  const problem = add.error && !add.isPending ? failedWrite(add.error) : undefined;

  async function send(): Promise<boolean> {
    if (!form.check() || known) return false;
    if (add.isPending) return true;
    try {
      await add.mutateAsync(typed);
      form.discard();
      showToast(successes.loanAdded, { tone: 'saved' });
      navigate(deskPaths.loans());
      return true;
    } catch (error) {
      return !form.refuse(fieldWords(error));
    }
  }
  return (
    <DeskPage narrow>
      <DeskTitle>{t('Manual Account Entry')}</DeskTitle>
      <Card padding={{ base: '4', md: '6' }}>
        <RecordForm label={t('New loan')} onSend={send}>
          {form.draftAt !== undefined && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
          <FormPart title={t('Whose loan it is')}>
            <ChoiceField
              form={form}
              name="clientId"
              label={t('Client')}
              required
              options={clients.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <ChoiceField
              form={form}
              name="portfolioId"
              label={t('Portfolio')}
              required
              options={portfolios
                .filter(({ clientId }) => clientId === typed.clientId)
                .map(({ id, name }) => ({ value: id, label: name }))}
            />
          </FormPart>
          {entryParts(typed, shown).map(({ id, label, fields, upTo, most }) => (
            <FormPart key={id} title={said(label)}>
              {fields.map((field) => (
                <EntryField
                  key={field.id}
                  form={form}
                  field={field}
                  known={field.id === 'loanNumber' ? known : undefined}
                />
              ))}
              {isSeveral(id) && upTo !== undefined && upTo < most && (
                <Row alignSelf="end">
                  <Button icon="plus" onClick={() => setShown({ ...shown, [id]: upTo + 1 })}>
                    {t(ADD_WORDS[id])}
                  </Button>
                </Row>
              )}
            </FormPart>
          ))}
          {problem && <ProblemNote tone="danger" title={t('The loan was not added')} problem={problem} />}
          <Row gap="3">
            <Button type="submit" look="primary" busy={add.isPending}>
              {t('Add loan')}
            </Button>
            <SaveKeys />
          </Row>
        </RecordForm>
      </Card>
    </DeskPage>
  );
}

/** A field as its type is typed. `known`: the loan that has this number already. */
function EntryField({
  form,
  field,
  known,
}: {
  form: FormParts;
  field: LoanField;
  known: { id: string; loanNumber: string } | undefined;
}) {
  const label = said(field.label);
  const required = field.required === true;
  const standing = (STANDING_FIELDS as readonly string[]).includes(field.id);
  const hint = standing ? t('One of DPD, bucket and due since is needed') : undefined;
  const parts = { form, name: field.id, label, required, hint };
  if (known)
    return (
      <div>
        <TextField {...parts} maxLength={64} verdict={{ state: 'taken', message: t('You have this loan already') }} />
        <Text size="small">
          <Link to={deskPaths.loans({ loan: known.id })}>{t('Open {number}', { number: known.loanNumber })}</Link>
        </Text>
      </div>
    );
  switch (field.type) {
    case 'day':
      return <TextField {...parts} kind="day" maxLength={10} />;
    case 'bucket':
      return (
        <ChoiceField {...parts} none={t('Not given')} options={BUCKETS.map((one) => ({ value: one, label: one }))} />
      );
    case 'yesNo':
      return <ChoiceField {...parts} none={t('Not given')} options={yesNoOptions()} />;
    case 'language':
      return <ChoiceField {...parts} none={t('Not given')} options={LANGUAGE_OPTIONS} />;
    case 'mobile':
      return <TextField {...parts} kind="digits" maxLength={10} />;
    case 'pincode':
      return <TextField {...parts} kind="digits" maxLength={6} />;
    case 'whole':
      return <TextField {...parts} kind="digits" maxLength={4} />;
    case 'email':
      return <TextField {...parts} kind="email" maxLength={254} />;
    case 'pan':
    case 'gst':
      return <TextField {...parts} capitals maxLength={15} />;
    default:
      return <TextField {...parts} maxLength={field.max ?? 200} />;
  }
}
