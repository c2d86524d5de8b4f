/** "Why blocked?" for one number, PAN, e-mail or loan: the entries that hold now, and the loans they cover. */
import { useState } from 'react';
import { formatDay } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Button, Card, Field, Heading, Icon, Link, Row, Skeleton, Stack, Text, TextInput } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
import { useWhySuppressed } from '../suppression-queries';
import { REASON_WORDS, SUPPRESSED_WORDS } from '../suppression-words';

export function WhyBlocked() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const why = useWhySuppressed(asked);
  const { data } = why;
  return (
    <Card>
      <Stack
        as="form"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
        }}
      >
        <Heading>{t('Why is it blocked?')}</Heading>
        <Row gap="2" alignItems="flex-end">
          <Stack flex="1 1 16rem">
            <Field label={t('Loan number, phone number, PAN or e-mail')}>
              <TextInput
                type="search"
                before={<Icon name="search" />}
                value={typed}
                onChange={setTyped}
                maxLength={200}
              />
            </Field>
          </Stack>
          <Button type="submit" disabled={typed.trim() === ''} busy={why.isFetching}>
            {t('Look it up')}
          </Button>
        </Row>
      </Stack>
      {asked !== '' && (
        <Stack gap="2" marginTop="3" aria-live="polite">
          {why.isPending && <Skeleton lines={2} />}
          <ProblemState problem={data ? undefined : problemOf(why.error)} retry={why.refetch} />
          {data?.entries.length === 0 && (
            <Text>{t('Nothing on the suppression list holds “{value}”.', { value: asked })}</Text>
          )}
          {data?.entries.map((entry) => (
            <Row key={entry.id} gap="2">
              <Badge tone="blocked" icon="blocked">
                {t(REASON_WORDS[entry.reason])}
              </Badge>
              <Text as="span">
                {t(SUPPRESSED_WORDS[entry.kind])} {entry.value}
              </Text>
              <Text as="span" size="small" tone="muted">
                {[
                  entry.untilOn === null
                    ? t('since {day}', { day: formatDay(entry.fromOn) })
                    : t('{from} to {until}', { from: formatDay(entry.fromOn), until: formatDay(entry.untilOn) }),
                  entry.createdBy,
                  entry.source,
                  entry.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Row>
          ))}
          {data && data.loans.length > 0 && (
            <Row gap="2">
              <Text as="span" size="small" tone="muted">
                {t('Loans')}
              </Text>
              {data.loans.map(({ id, loanNumber, borrower }) => (
                <Link key={id} to={deskPaths.loans({ loan: id })}>
                  {borrower}, {loanNumber}
                </Link>
              ))}
            </Row>
          )}
        </Stack>
      )}
    </Card>
  );
}
