/** The letters that the product drew for a settlement: drawn from a template, looked at, sent. */
import { lazy, Suspense, useState } from 'react';
import { sendLetter } from '../../../../core/contract/settlement-letters';
import type { Settlement } from '../../../../core/contract/settlements';
import { formatRupees } from '../../../../core/domain/money';
import { parseRole } from '../../../../core/domain/roles';
import { type LetterState, lettersAt } from '../../../../core/domain/settlements/letters';
import { STAGES, STEPS } from '../../../../core/domain/settlements/steps';
import { failedWrite, useWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Badge, Banner, Button, DateText, Heading, Row, Stack, Text, type Tone } from '../../../ui';
import { ConfirmDialog, type SmallColumn, SmallTable } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { useSignedIn } from '../../session';
import type { useOpenLetter } from '../queries';
import { letterKindWords } from '../words';

const DrawDialog = lazy(() => import('./draw-letter').then((part) => ({ default: part.DrawDialog })));

type Letter = Settlement['letters'][number];
const STATES: Record<LetterState, { label: string; tone: Tone }> = {
  draft: { label: 'Not sent yet', tone: 'warn' },
  valid: { label: 'Valid', tone: 'paid' },
  done: { label: 'Fulfilled', tone: 'neutral' },
  void: { label: 'No longer valid', tone: 'danger' },
};

type Open = ReturnType<typeof useOpenLetter>;
const columnsOf = (
  open: Open,
  sendable: (letter: Letter) => boolean,
  ask: (letter: Letter) => void,
): SmallColumn<Letter>[] => [
  {
    label: t('Letter'),
    cell: (letter) => (
      <Stack gap="0">
        <Text as="span" size="small">
          {letterKindWords(letter.kind)} · {languageName(letter.language)}
        </Text>
        <Text as="span" size="tiny" tone="muted">
          {letter.number} · <DateText value={letter.day} />
        </Text>
        <Row tight>
          <Badge tone={STATES[letter.state].tone}>{t(STATES[letter.state].label)}</Badge>
        </Row>
      </Stack>
    ),
  },
  {
    label: t('Actions'),
    cell: (letter) => (
      <Row gap="1" tight>
        <Button
          small
          look="plain"
          aria-label={t('Open letter {name}', { name: letter.number })}
          onClick={() => open.mutate({ letterId: letter.id, number: letter.number })}
        >
          {t('Open')}
        </Button>
        {letter.state === 'draft' && sendable(letter) && (
          <Button
            small
            look="plain"
            aria-label={t('Send letter {name}', { name: letter.number })}
            onClick={() => ask(letter)}
          >
            {t('Send')}
          </Button>
        )}
      </Row>
    ),
  },
];

/** What the product found in the letters that were uploaded. */
export function LetterChecks({ checks }: { checks: Settlement['checks'] }) {
  return checks.map(({ letter, pages, read, loanNumber, amounts }) => {
    const missing = [...(loanNumber ? [t('the loan number')] : []), ...amounts.map((paise) => formatRupees(paise))];
    if (read && missing.length === 0) return null;
    const name = letterKindWords(letter === 'no-dues' ? 'NL' : 'SR');
    return (
      <Banner
        key={letter}
        tone={read ? 'warn' : 'info'}
        title={
          read
            ? t('{letter}: it does not say {missing} and was sent all the same', {
                letter: name,
                missing: missing.join(', '),
              })
            : t('{letter}: it has no text that could be compared with what was approved', { letter: name })
        }
      >
        {pages !== null && tn(pages, '{n} page', '{n} pages')}
      </Banner>
    );
  });
}

export function SettlementLetters({
  settlement,
  open,
  onDone,
}: {
  settlement: Settlement;
  open: Open;
  onDone: (now: Settlement) => void;
}) {
  const { id, letters } = settlement;
  const role = parseRole(useSignedIn().profile.role);
  const [drawing, setDrawing] = useState(false);
  const [sending, setSending] = useState<Letter>();
  const send = useWrite(sendLetter, (letterId: string) => ({ body: { settlementId: id, letterId } }), {
    again: ['settlements'],
  });
  const sends = STEPS['send-letter'].by.some((one) => one === role);
  // A reader who does not know in which review it stands has nothing to draw.
  const stage = STAGES.find((one) => one === settlement.stage);
  const kinds = sends && stage ? lettersAt(stage) : [];
  const ask = (letter: Letter) => {
    send.reset();
    setSending(letter);
  };
  if (letters.length === 0 && kinds.length === 0) return null;
  return (
    <Stack as="section" gap="2" aria-label={t('Letters')}>
      <Row apart gap="2">
        <Heading as="h3">{t('Letters')}</Heading>
        {kinds.length > 0 && (
          <Button small icon="plus" onClick={() => setDrawing(true)}>
            {t('Draw a letter')}
          </Button>
        )}
      </Row>
      {letters.length > 0 && (
        <SmallTable
          label={t('Letters')}
          rows={letters}
          keyOf={(letter) => letter.id}
          columns={columnsOf(open, (letter) => kinds.includes(letter.kind), ask)}
        />
      )}
      <Suspense>{drawing && <DrawDialog settlementId={id} onClose={() => setDrawing(false)} />}</Suspense>
      {sending && (
        <ConfirmDialog
          title={t('Send letter {name}', { name: sending.number })}
          confirm={t('Send')}
          busy={send.isPending}
          problem={failedWrite(send.error)}
          onConfirm={() =>
            send.mutate(sending.id, {
              onSuccess: (now) => {
                setSending(undefined);
                onDone(now);
              },
            })
          }
          onClose={() => setSending(undefined)}
        >
          {t('Have you looked at it? Once sent it stays as it is, and whoever scans its code sees that it is valid.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
