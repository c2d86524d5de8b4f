/** What somebody was asked about a line, and what they said. */
import { useState } from 'react';
import { answerBankLine, type BankLineDetail } from '../../../../core/contract/reconciliation';
import { formatDateTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Button, Heading, Row, Stack, showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { LINES } from '../queries';
import { AskAbout } from './ask-about';

export function Question({ line }: { line: BankLineDetail }) {
  const zone = useZone();
  const [asking, setAsking] = useState(false);
  const { asked } = line;
  return (
    <Stack gap="2">
      <Row apart gap="3">
        <Heading>{t('Question')}</Heading>
        <Button small onClick={() => setAsking(true)}>
          {t('Ask somebody')}
        </Button>
      </Row>
      {!asked && <Text tone="muted">{t('Nobody was asked about this line.')}</Text>}
      {asked && (
        <>
          <Text size="small" tone="muted">
            {t('{name} asked {other}, {when}', {
              name: asked.by,
              other: asked.of,
              when: formatDateTime(asked.at, zone),
            })}
          </Text>
          <Text>{asked.question}</Text>
          {asked.answer !== null && asked.answeredAt !== null ? (
            <>
              <Text size="small" tone="muted">
                {t('Answered {when}', { when: formatDateTime(asked.answeredAt, zone) })}
              </Text>
              <Text>{asked.answer}</Text>
            </>
          ) : asked.mine ? (
            <EntityForm
              at="panel"
              draft={`bank-line.answer.${line.id}`}
              label={t('Answer')}
              to={answerBankLine}
              params={{ id: line.id }}
              version={line.version}
              values={{ answer: '' }}
              sections={() => [{ fields: { answer: { label: t('Your answer'), kind: 'area' } } }]}
              again={[LINES]}
              send={t('Send the answer')}
              onStored={() => showToast(t('Answer sent'), { tone: 'saved' })}
            />
          ) : (
            <Text size="small" tone="muted">
              {t('Not answered yet')}
            </Text>
          )}
        </>
      )}
      {asking && <AskAbout line={line} onClose={() => setAsking(false)} />}
    </Stack>
  );
}
