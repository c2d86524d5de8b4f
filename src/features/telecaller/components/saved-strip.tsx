/** The truth about what is saved, in the bar of every screen of those who carry loans: how many wait, how many went, and each of them on a press. */
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatTime } from '../../../../core/domain/dates';
import { said, t, tn } from '../../../i18n';
import type { LedgerEntry, OfflineEngine, OutboxState } from '../../../offline/types';
import { deskPaths } from '../../../routes';
import {
  Badge,
  Button,
  chakra,
  Icon,
  LinkButton,
  Row,
  Stack,
  Text,
  type Tone,
  useToast,
  VisuallyHidden,
} from '../../../ui';
import { ConfirmDialog, Modal } from '../../../ui/kit';
import { actionsOn, decisionOn, discardRecord, discardWords, storageLine } from '../../records';
import { useEngine, useSignedIn, useStore, useZone } from '../../session';

const STATES: Record<OutboxState, { words: string; tone: Tone }> = {
  queued: { words: 'Saved on this device', tone: 'neutral' },
  sending: { words: 'Sending', tone: 'accent' },
  accepted: { words: 'Received', tone: 'paid' },
  'retry-later': { words: 'Saved on this device', tone: 'neutral' },
  'waiting-for-login': { words: 'Waits for your sign-in', tone: 'warn' },
  'needs-you': { words: 'Needs you', tone: 'danger' },
  quarantined: { words: 'With your supervisor', tone: 'warn' },
};

const DECIDED: Record<NonNullable<ReturnType<typeof decisionOn>>, string> = {
  refused: 'Refused',
  returned: 'Handed back to you',
};

function StateBadge({ entry }: { entry: LedgerEntry }) {
  const decision = decisionOn(entry);
  if (decision) return <Badge tone="danger">{t(DECIDED[decision])}</Badge>;
  return <Badge tone={STATES[entry.state].tone}>{t(STATES[entry.state].words)}</Badge>;
}

/** Shown in the element with the id `place`. */
export default function SavedStrip({ place }: { place: string }) {
  const engine = useEngine();
  const bar = document.getElementById(place);
  return engine && bar && createPortal(<Strip engine={engine} />, bar);
}

/** A phone's bar has room for a sign and a number. */
const Words = chakra('span', { base: { display: { base: 'none', xl: 'inline' } } });
const Figure = chakra('span', { base: { display: { xl: 'none' }, fontVariantNumeric: 'tabular-nums' } });

function Strip({ engine }: { engine: OfflineEngine }) {
  const zone = useZone();
  const status = useStore(engine.status);
  const [open, setOpen] = useState(false);
  const { saved, sending, sentToday, needsYou, online, lastContactAt } = status;
  const waits = saved + sending;
  const stands =
    waits > 0
      ? t('{n} saved here', { n: waits })
      : lastContactAt
        ? t('All sent, {time}', { time: formatTime(lastContactAt, zone) })
        : t('Nothing waits');
  const words = [stands, sentToday > 0 && t('{n} sent today', { n: sentToday }), online === false && t('No network')]
    .filter(Boolean)
    .join(' · ');
  const asks = needsYou > 0 && tn(needsYou, '{n} needs you', '{n} need you');
  const label = asks ? `${words} · ${asks}` : words;
  return (
    <>
      <Button look="plain" small aria-haspopup="dialog" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <Icon name={online === false ? 'offline' : waits > 0 ? 'sync' : 'check'} size="1rem" />
        <Words>{words}</Words>
        {waits > 0 && <Figure>{waits}</Figure>}
        {asks && (
          <Badge tone="danger" icon="alert">
            <Words>{asks}</Words>
            <Figure>{needsYou}</Figure>
          </Badge>
        )}
      </Button>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {open && <Saved engine={engine} onClose={() => setOpen(false)} />}
    </>
  );
}

const SHOWN = 100;

function Saved({ engine, onClose }: { engine: OfflineEngine; onClose: () => void }) {
  const ledger = useStore(engine.ledger);
  const { storage } = useStore(engine.status);
  const zone = useZone();
  const { signInAgain } = useSignedIn();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [discarding, setDiscarding] = useState<LedgerEntry>();
  const waiting = ledger.some(({ state }) => state !== 'accepted');

  const send = async () => {
    setBusy(true);
    // Each record says on its own line how it went.
    await engine.sendNow().catch(() => undefined);
    setBusy(false);
    if (engine.status.get().online === false) toast(t('No network. Saved on this device; it goes out by itself.'));
  };
  const discard = async ({ id, borrower, loanNumber }: LedgerEntry) => {
    setDiscarding(undefined);
    const ok = await discardRecord(engine, id);
    if (ok) toast(t('The record for {borrower} was discarded.', { borrower: borrower || loanNumber }));
    else toast(t('It could not be discarded. It is still here.'), { tone: 'problem' });
  };

  return (
    <Modal
      title={t('What is saved')}
      onClose={onClose}
      footer={
        <Button disabled={!waiting} busy={busy} onClick={() => void send()}>
          {t('Send now')}
        </Button>
      }
    >
      <Stack gap="3" as="ul" listStyleType="none">
        {ledger.length === 0 && <Text tone="muted">{t('Your dispositions show here once you save one.')}</Text>}
        {ledger.slice(0, SHOWN).map((entry) => (
          <Row key={entry.id} as="li" apart gap="3">
            <Stack gap="0">
              <Text strong>
                {entry.borrower || entry.loanNumber} · {said(entry.codeLabel)}
              </Text>
              <Text size="small" tone="muted">
                {formatTime(entry.savedAt, zone)} · {entry.loanNumber}
                {entry.receipt && ` · ${entry.receipt.receiptNo}`}
              </Text>
              {entry.problem && (
                <Text size="small" tone="danger">
                  {entry.problem.message}
                </Text>
              )}
            </Stack>
            <Row gap="2">
              <StateBadge entry={entry} />
              {actionsOn(entry).includes('mend') && (
                <LinkButton
                  small
                  to={deskPaths.callManagement({ loanId: entry.loanId, mend: entry.id })}
                  onClick={onClose}
                >
                  {t('Mend')}
                </LinkButton>
              )}
              {actionsOn(entry).includes('sign-in') && (
                <Button small look="primary" onClick={() => void signInAgain()}>
                  {t('Sign in')}
                </Button>
              )}
              {actionsOn(entry).includes('discard') && (
                <Button small look="plain" onClick={() => setDiscarding(entry)}>
                  {t('Discard')}
                </Button>
              )}
            </Row>
          </Row>
        ))}
      </Stack>
      {storage && (
        <Text size="small" tone="muted" marginTop="3">
          {storageLine(storage)}
        </Text>
      )}
      {discarding && (
        <ConfirmDialog
          title={t('Discard this disposition?')}
          confirm={t('Discard it')}
          danger
          onClose={() => setDiscarding(undefined)}
          onConfirm={() => void discard(discarding)}
        >
          <Stack gap="2">
            <Text>
              {t('“{label}” on {number} is removed from this device.', {
                label: said(discarding.codeLabel),
                number: discarding.loanNumber,
              })}
            </Text>
            <Text strong>{discardWords(discarding)}</Text>
          </Stack>
        </ConfirmDialog>
      )}
    </Modal>
  );
}
