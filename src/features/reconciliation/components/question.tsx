/** What somebody was asked about a line, and what they said. */
import { useState } from 'react';
import { answerBankLine, askAboutBankLine, type BankLineDetail } from '../../../../core/contract/reconciliation';
import { formatDateTime } from '../../../../core/domain/dates';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, Heading, Row, Stack, showToast, Text } from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { LINES, useColleagues } from '../queries';

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
      {asking && <Ask line={line} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

function Ask({ line, onClose }: { line: BankLineDetail; onClose: () => void }) {
  const { data, error } = useColleagues(line.id);
  return (
    <EntityForm
      at="dialog"
      draft={`bank-line.ask.${line.id}`}
      label={t('Ask about this line')}
      to={askAboutBankLine}
      params={{ id: line.id }}
      version={line.version}
      values={{ userId: '', question: '' }}
      above={<ProblemNote problem={problemOf(error)} />}
      sections={() => [
        {
          fields: {
            userId: {
              label: t('Whom'),
              kind: 'choice',
              options: (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
              hint: t('They see the line from then on.'),
            },
            question: { label: t('Question'), kind: 'area' },
          },
        },
      ]}
      again={[LINES]}
      send={t('Ask')}
      onStored={() => {
        showToast(t('Question sent'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
