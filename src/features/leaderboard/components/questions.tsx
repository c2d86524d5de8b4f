/** What somebody was asked about a month, and what they said. Both stay. */
import { answerQuestion, askPerson, type BoardPerson } from '../../../../core/contract/leaderboard';
import { formatDateTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Heading, Stack, showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { BOARD } from '../queries';

export function Questions({ data, profileId }: { data: BoardPerson; profileId: string }) {
  const { questions, mayAsk, mayAnswer, counted } = data;
  const zone = useZone();
  if (questions.length === 0 && !mayAsk) return null;
  return (
    <Stack gap="3">
      <Heading>{t('Questions')}</Heading>
      {questions.map(({ id, askedBy, askedAt, question, answer, answeredAt }) => (
        <Stack key={id} gap="1">
          <Text size="small" tone="muted">
            {t('{name}, {when}', { name: askedBy ?? '–', when: formatDateTime(askedAt, zone) })}
          </Text>
          <Text>{question}</Text>
          {answer !== null && answeredAt !== null ? (
            <>
              <Text size="small" tone="muted">
                {t('Answered {when}', { when: formatDateTime(answeredAt, zone) })}
              </Text>
              <Text>{answer}</Text>
            </>
          ) : mayAnswer ? (
            <EntityForm
              at="panel"
              draft={`leaderboard.answer.${id}`}
              label={t('Answer')}
              to={answerQuestion}
              params={{ id }}
              values={{ answer: '' }}
              sections={() => [
                { fields: { answer: { label: t('Your answer'), kind: 'area', hint: t('It stays as you send it.') } } },
              ]}
              again={[BOARD]}
              send={t('Send the answer')}
              onStored={() => showToast(t('Answer sent'), { tone: 'saved' })}
            />
          ) : (
            <Text size="small" tone="muted">
              {t('Not answered yet')}
            </Text>
          )}
        </Stack>
      ))}
      {mayAsk && (
        <EntityForm
          at="panel"
          draft={`leaderboard.ask.${profileId}.${counted.month}`}
          label={t('Ask about this month')}
          to={askPerson}
          values={{ question: '' }}
          sections={() => [
            {
              fields: {
                question: {
                  label: t('Question'),
                  kind: 'area',
                  hint: t('They read it with your name; it stays as you send it.'),
                },
              },
            },
          ]}
          also={() => ({ profileId, month: counted.month })}
          again={[BOARD]}
          send={t('Ask')}
          onStored={() => showToast(t('Question sent'), { tone: 'saved' })}
        />
      )}
    </Stack>
  );
}
