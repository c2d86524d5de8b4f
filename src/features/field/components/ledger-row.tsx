import { useEffect, useRef } from 'react';
import { formatTime } from '../../../../core/domain/dates';
import { said, t, tn } from '../../../i18n';
import type { LedgerEntry } from '../../../offline/types';
import { paths } from '../../../routes';
import { Badge, Button, Card, LinkButton, Row, Stack, Text } from '../../../ui';
import { actionsOn } from '../../records';
import { ledgerWords, moneyWords, receiptWords, shortNumber } from '../ledger/ledger-words';

/** One record: what it says, where it stands, and what can be done about it. */
export function LedgerRow({
  entry,
  now,
  zone,
  online,
  open,
  onTryNow,
  onSignIn,
  onDiscard,
}: {
  entry: LedgerEntry;
  now: number;
  zone: string;
  online: boolean | null;
  /** The record a link pointed at: scrolled to and marked. */
  open: boolean;
  onTryNow: () => void;
  onSignIn: () => void;
  onDiscard: () => void;
}) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) ref.current?.scrollIntoView({ block: 'center' });
  }, [open]);
  const words = ledgerWords(entry, { now, zone, online });
  const actions = actionsOn(entry);
  const receipt = receiptWords(entry, zone);
  const facts = [moneyWords(entry), entry.photos > 0 && tn(entry.photos, '{n} photo', '{n} photos')].filter(Boolean);
  return (
    <Card ref={ref} padding="3" {...(open && { borderColor: 'accent-ink' })}>
      <Stack gap="2">
        <Row apart tight>
          <Badge tone={words.tone} icon={words.icon}>
            {words.state}
          </Badge>
          <Text size="small" tone="muted" fontVariantNumeric="tabular-nums">
            {formatTime(entry.savedAt, zone)}
          </Text>
        </Row>
        <div>
          <Text strong overflowWrap="anywhere">
            <bdi>{entry.borrower}</bdi>
          </Text>
          <Text size="small" tone="muted">
            {t('{loanNumber} · No. {id}', { loanNumber: entry.loanNumber, id: shortNumber(entry.id) })}
          </Text>
        </div>
        <Text>
          {said(entry.codeLabel)}
          {facts.length > 0 && ` · ${facts.join(' · ')}`}
        </Text>
        {words.detail && (
          <Text size="small" tone={entry.state === 'needs-you' ? 'danger' : 'muted'}>
            {words.detail}
          </Text>
        )}
        {entry.problem && entry.problem.fields.length > 0 && entry.state !== 'accepted' && (
          <Stack as="ul" gap="1" paddingInlineStart="5">
            {entry.problem.fields.map((field) => (
              <Text as="li" size="small" tone="danger" key={`${field.path} ${field.message}`} listStyle="disc">
                {said(field.message)}
              </Text>
            ))}
          </Stack>
        )}
        {receipt && (
          <Text size="small" tone="muted" fontVariantNumeric="tabular-nums">
            {t('Receipt {receipt}', { receipt })}
          </Text>
        )}
        {actions.length > 0 && (
          <Row>
            {actions.includes('mend') && (
              <LinkButton to={paths.fieldVisit(entry.loanId, entry.id)} look="primary" icon="edit">
                {t('Mend')}
              </LinkButton>
            )}
            {actions.includes('try-now') && (
              <Button icon="sync" onClick={onTryNow}>
                {t('Try now')}
              </Button>
            )}
            {actions.includes('sign-in') && (
              <Button look="primary" icon="lock" onClick={onSignIn}>
                {t('Sign in')}
              </Button>
            )}
            {actions.includes('discard') && (
              <Button icon="trash" onClick={onDiscard}>
                {t('Discard')}
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </Card>
  );
}
