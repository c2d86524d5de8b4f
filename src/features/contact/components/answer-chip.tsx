import { type ContactAnswer, LIFTED_BY } from '../../../../core/domain/contact-gate';
import { t } from '../../../i18n';
import { Badge, chakra, Stack, Text } from '../../../ui';
import { MenuButton } from '../../../ui/kit';
import { chipWords, momentWords, RULE_WORDS, reasonWords } from '../contact-words';

const Plain = chakra('button', {
  base: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: '1',
    borderRadius: 'small',
    cursor: 'pointer',
    _focusVisible: { outline: '2px solid var(--c-focus)', outlineOffset: '2px' },
  },
});

/** Why, by which rule and source, and what lifts it: every reason, the deciding one first. */
export function AnswerDetails({ answer, now, zone }: { answer: ContactAnswer; now: number; zone: string }) {
  const warnings = answer.warnings.map((reason) => (
    <Stack key={`${reason.rule} ${reason.source}`} gap="1">
      <Text strong size="small" tone="warn">
        {t('Warning: {rule}', { rule: t(RULE_WORDS[reason.rule]) })}
      </Text>
      <Text size="small">{reasonWords(reason)}</Text>
      <Text size="small" tone="muted">
        {t('Source: {source}', { source: reason.source })}
      </Text>
    </Stack>
  ));
  if (answer.allowed) {
    return (
      <Stack gap="3">
        <Text size="small">{t('No rule stands against it now.')}</Text>
        {warnings}
      </Stack>
    );
  }
  return (
    <Stack gap="3">
      {answer.reasons.map((reason) => (
        <Stack key={`${reason.rule} ${reason.source}`} gap="1">
          <Text strong size="small">
            {t(RULE_WORDS[reason.rule])}
          </Text>
          <Text size="small">{reasonWords(reason)}</Text>
          {(reason.liftsAt !== null || reason.lift) && (
            <Text size="small" tone="muted">
              {reason.liftsAt !== null
                ? t('Ends {time}', { time: momentWords(reason.liftsAt, now, zone) })
                : reason.lift && t('Lifted when: {what}', { what: t(LIFTED_BY[reason.lift]) })}
            </Text>
          )}
          <Text size="small" tone="muted">
            {t('Source: {source}', { source: reason.source })}
          </Text>
        </Stack>
      ))}
      {warnings}
      {answer.nextLawfulAt !== null && (
        <Text size="small" strong>
          {t('Next lawful minute: {time}', { time: momentWords(answer.nextLawfulAt, now, zone) })}
        </Text>
      )}
    </Stack>
  );
}

/** "Allowed until 19:00" or "Blocked until 24/11/2026 08:00"; pressed, it explains itself. */
export function AnswerChip({
  answer,
  now,
  zone,
  label,
  note,
}: {
  answer: ContactAnswer;
  now: number;
  zone: string;
  /** What it is about, where the place does not say it: "SMS". */
  label?: string;
  note?: string | undefined;
}) {
  const words = chipWords(answer, now, zone);
  const [warning] = answer.warnings;
  const text = label ? `${label}: ${words}` : words;
  return (
    <MenuButton
      label={text}
      trigger={(props) => (
        <Plain type="button" {...props} aria-label={t('{answer}. Why?', { answer: text })}>
          <Badge tone={answer.allowed ? 'paid' : 'blocked'} icon={answer.allowed ? 'check' : 'blocked'}>
            {text}
          </Badge>
          {answer.allowed && warning && (
            <Badge tone="warn" icon="alert">
              {t(RULE_WORDS[warning.rule])}
            </Badge>
          )}
        </Plain>
      )}
    >
      <Stack gap="3" padding="2" maxWidth="20rem">
        <AnswerDetails answer={answer} now={now} zone={zone} />
        {note && (
          <Text size="small" tone="muted">
            {note}
          </Text>
        )}
      </Stack>
    </MenuButton>
  );
}
