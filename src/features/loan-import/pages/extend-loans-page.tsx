/** /extend-loans: loans chosen from those that go back soon, or pasted numbers, and their new last day, with a reason. */

import { useState } from 'react';
import { MAX_PASTED } from '../../../../core/contract/loan-sheets';
import { dayOf } from '../../../../core/domain/dates';
import { failedWrite, fieldWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Banner, Button, Card, DayInput, Field, Row, Stack, showToast, Text, TextArea, TextInput } from '../../../ui';
import { DeskPage, DeskTitle, DraftNote, FieldGrid, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { Recalls } from '../components/recalls';
import { loanNumbersOf } from '../loan-numbers';
import { useExtendLoans, useMatching } from '../loan-queries';

const BLANK = { numbers: '', day: '', reason: '' };

export default function ExtendLoansPage() {
  const zone = useZone();
  const draft = useDraft('loans.extend', BLANK);
  const [openedAt, setOpenedAt] = useState(draft.changedAt);
  const { value } = draft;
  const put = (part: Partial<typeof BLANK>) => draft.set({ ...value, ...part });
  const numbers = loanNumbersOf(value.numbers);
  const tooMany = numbers.length > MAX_PASTED;
  const matching = useMatching(tooMany ? [] : numbers);
  const extend = useExtendLoans();
  const found = matching.data;
  const ready = found !== undefined && found.matching.length > 0 && value.day !== '' && value.reason.trim().length >= 3;
  const wrong = fieldWords(extend.error);
  const save = () =>
    extend.mutate(
      {
        loanIds: (found?.matching ?? []).map(({ loanNumber }) => loanNumber),
        recallOn: value.day,
        reason: value.reason.trim(),
      },
      {
        onSuccess: ({ extended }) => {
          draft.discard();
          setOpenedAt(undefined);
          showToast(tn(extended, '{n} loan was extended', '{n} loans were extended'), { tone: 'saved' });
        },
      },
    );
  return (
    <DeskPage>
      <DeskTitle>{t('Extend Loans')}</DeskTitle>
      <Card>
        <Stack gap="4">
          {openedAt !== undefined && draft.changedAt !== undefined && (
            <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
          )}
          <Field
            label={t('Loan numbers')}
            required
            hint={t('One a line, or pasted out of a column of a spreadsheet')}
            error={tooMany ? t('At most {n} at once', { n: MAX_PASTED }) : undefined}
          >
            <TextArea rows={6} value={value.numbers} onChange={(typed) => put({ numbers: typed })} />
          </Field>
          {numbers.length > 0 && !tooMany && (
            <Stack gap="2" aria-live="polite">
              <Row gap="2">
                <Text as="span" strong>
                  {found
                    ? tn(found.matching.length, '{n} loan found', '{n} loans found')
                    : t('Looking for {n}', { n: numbers.length })}
                </Text>
              </Row>
              {found && found.missing.length > 0 && (
                <Banner
                  tone="warn"
                  title={tn(found.missing.length, '{n} number is not known', '{n} numbers are not known')}
                >
                  {found.missing.slice(0, 20).join(', ')}
                </Banner>
              )}
              <ProblemNote problem={failedWrite(matching.error)} />
            </Stack>
          )}
          <FieldGrid>
            <Field
              label={t('New recall date')}
              required
              hint={t('Until when they are worked here')}
              error={wrong.recallOn && said(wrong.recallOn)}
            >
              <DayInput today={dayOf(Date.now(), zone)} value={value.day} onChange={(day) => put({ day })} />
            </Field>
            <Field label={t('Reason')} required error={wrong.reason && said(wrong.reason)}>
              <TextInput maxLength={500} value={value.reason} onChange={(reason) => put({ reason })} />
            </Field>
          </FieldGrid>
          <ProblemNote tone="danger" title={t('No loan was extended')} problem={failedWrite(extend.error)} />
          <Row>
            <Button look="primary" busy={extend.isPending} disabled={!ready} onClick={save}>
              {tn(found?.matching.length ?? 0, 'Extend {n} loan', 'Extend {n} loans')}
            </Button>
          </Row>
        </Stack>
      </Card>
      <Recalls
        onExtend={(chosen) => put({ numbers: [...new Set([...loanNumbersOf(value.numbers), ...chosen])].join('\n') })}
      />
    </DeskPage>
  );
}
