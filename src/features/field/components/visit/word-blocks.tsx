import { RELATIONS } from '../../../../../core/contract/records';
import { addDays } from '../../../../../core/domain/dates';
import { RELATION_WORDS } from '../../../../../core/domain/record-words';
import { t } from '../../../../i18n';
import { Button, ChipChoice, DateChips, Field, Row, Stack, Text, TextArea, TextInput } from '../../../../ui';
import { HEARING_WORDS, useDictation } from '../../visit/dictation';
import { wordsFor } from '../../visit/field-of-error';
import type { Question } from '../../visit/questions';
import { Block, type BlockProps, binder } from './block';
import { ClaimBlock, PaymentBlock, PromiseBlock, SettlementBlock } from './money-blocks';
import { RupeeInput } from './rupee-input';

/** Days of rest that mourning, an illness or a wedding ask for. */
const PAUSES = [7, 15, 30];

/** Questions that are one line or a few words; each is shown only when it is asked. */
export function QuestionBlock({
  question,
  required,
  ...props
}: BlockProps & { question: Question; required: boolean }) {
  const { visit, errors, today, code } = props;
  const bind = binder(props);
  const must = { required, optional: !required };
  switch (question) {
    case 'payment':
      return <PaymentBlock {...props} />;
    case 'ptp':
      return <PromiseBlock {...props} />;
    case 'claim':
      return <ClaimBlock {...props} />;
    case 'instalments':
      return (
        <Block name="instalments">
          <Field
            label={t('Instalments')}
            hint={t('1 for all at once')}
            {...must}
            error={wordsFor(errors, 'instalments')}
          >
            <TextInput {...bind('instalments')} inputMode="numeric" autoComplete="off" maxLength={2} />
          </Field>
        </Block>
      );
    case 'subCode':
      return (
        <Block name="subCode">
          <Field label={t('More exactly')} group {...must} error={wordsFor(errors, 'subCode')}>
            <ChipChoice
              value={visit.answers.subCode || undefined}
              onChange={bind('subCode').onChange}
              options={(code.subCodes ?? []).map((value) => ({ value, label: value }))}
            />
          </Field>
        </Block>
      );
    case 'amount':
      return (
        <Block name="amountPaise">
          <Field
            label={code.class === 'PAID' ? t('Amount claimed as paid') : t('Amount')}
            {...must}
            error={wordsFor(errors, 'amountPaise')}
          >
            <RupeeInput {...bind('amount')} loan={props.loan} known={[[t('Overdue'), props.loan.overduePaise]]} />
          </Field>
        </Block>
      );
    case 'settlement':
      return <SettlementBlock {...props} />;
    case 'reference':
      return (
        <Block name="reference">
          <Field
            label={code.class === 'ASSET' ? t('Authority number') : t('Reference number')}
            {...must}
            error={wordsFor(errors, 'reference')}
          >
            <TextInput {...bind('reference')} autoComplete="off" maxLength={120} />
          </Field>
        </Block>
      );
    case 'personMet': {
      // A third party is by definition neither of the two who owe.
      const relations = RELATIONS.filter(
        (relation) => code.class !== 'THIRD_PARTY' || (relation !== 'borrower' && relation !== 'co-borrower'),
      );
      return (
        <Block name="personMet">
          <Field label={t('Who was met?')} group {...must} error={wordsFor(errors, 'personMet')}>
            <ChipChoice
              value={relations.find((relation) => relation === visit.answers.relation)}
              onChange={bind('relation').onChange}
              options={relations.map((value) => ({ value, label: t(RELATION_WORDS[value]) }))}
            />
          </Field>
          {visit.answers.relation && visit.answers.relation !== 'borrower' && (
            <Field label={t('Name')} optional error={wordsFor(errors, 'personMet.name')}>
              <TextInput {...bind('personName')} autoComplete="off" autoCapitalize="words" maxLength={120} dir="auto" />
            </Field>
          )}
        </Block>
      );
    }
    case 'reason':
      return (
        <Block name="reason">
          <Field label={t('Reason')} {...must} error={wordsFor(errors, 'reason')}>
            <TextInput {...bind('reason')} autoComplete="off" autoCapitalize="sentences" maxLength={2000} dir="auto" />
          </Field>
        </Block>
      );
    case 'language':
      return (
        <Block name="language">
          <Field label={t('Language')} {...must} error={wordsFor(errors, 'language')}>
            <TextInput {...bind('language')} autoComplete="off" autoCapitalize="words" maxLength={120} />
          </Field>
        </Block>
      );
    case 'until':
      return (
        <Block name="until">
          <Field
            label={t('Until when?')}
            hint={t('Nobody visits or calls before then')}
            group
            {...must}
            error={wordsFor(errors, 'until')}
          >
            <DateChips
              value={visit.answers.until || undefined}
              onChange={bind('until').onChange}
              today={today}
              min={today}
              ahead={PAUSES}
            />
          </Field>
        </Block>
      );
    case 'callbackAt':
      return (
        <Block name="callbackAt">
          <Field label={t('Call back at')} {...must} error={wordsFor(errors, 'callbackAt')}>
            <TextInput {...bind('callbackAt')} type="datetime-local" min={`${today}T00:00`} />
          </Field>
        </Block>
      );
    case 'nextVisitOn':
      return (
        <Block name="nextVisitOn">
          <Field label={t('Next visit')} group {...must} error={wordsFor(errors, 'nextVisitOn')}>
            <DateChips
              value={visit.answers.nextVisitOn || undefined}
              onChange={bind('nextVisitOn').onChange}
              today={today}
              min={today}
              max={addDays(today, 180)}
            />
          </Field>
        </Block>
      );
    case 'newAddress':
      return (
        <Block name="newAddress">
          <Field
            label={t('New address')}
            {...must}
            error={wordsFor(errors, 'newAddress') ?? wordsFor(errors, 'newAddress.line')}
          >
            <TextArea
              {...bind('addressLine')}
              rows={2}
              autoComplete="off"
              autoCapitalize="words"
              maxLength={2000}
              dir="auto"
            />
          </Field>
          <Field label={t('Pincode')} optional error={wordsFor(errors, 'newAddress.pincode')}>
            <TextInput {...bind('addressPincode')} inputMode="numeric" autoComplete="off" maxLength={6} />
          </Field>
          <Field label={t('Who told you?')} optional error={wordsFor(errors, 'newAddress.source')}>
            <TextInput {...bind('addressSource')} autoComplete="off" maxLength={120} dir="auto" />
          </Field>
        </Block>
      );
    case 'newPhone':
      return (
        <Block name="newPhone">
          <Field label={t('New mobile number')} hint={t('Ten digits')} {...must} error={wordsFor(errors, 'newPhone')}>
            <TextInput
              {...bind('newPhone')}
              type="tel"
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              before="+91"
              paddingInlineStart="12"
            />
          </Field>
        </Block>
      );
    case 'remarks':
      return <RemarksBlock {...props} required={required} />;
  }
}

function RemarksBlock({ required, ...props }: BlockProps & { required: boolean }) {
  const { visit, change, errors } = props;
  const bind = binder(props);
  const dictation = useDictation((phrase) => {
    const before = visit.answers.remarks.trimEnd();
    change({ type: 'answer', name: 'remarks', value: before ? `${before} ${phrase}` : phrase });
  });
  return (
    <Block name="remarks">
      <Field
        label={required ? t('What happened?') : t('Remarks')}
        required={required}
        optional={!required}
        error={wordsFor(errors, 'remarks')}
      >
        <Stack gap="2">
          <TextArea {...bind('remarks')} autoCapitalize="sentences" maxLength={2000} dir="auto" />
          {dictation && (
            <Row>
              <Button icon="microphone" aria-pressed={dictation.listening} onClick={dictation.toggle}>
                {dictation.listening ? t('Stop listening') : t('Speak')}
              </Button>
              {dictation.problem && (
                <Text size="small" tone="danger" role="alert">
                  {t(HEARING_WORDS[dictation.problem])}
                </Text>
              )}
            </Row>
          )}
        </Stack>
      </Field>
    </Block>
  );
}
