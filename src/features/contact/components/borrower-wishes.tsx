/**
 * What the borrower asked for and what else holds contact back, with its way out: whoever speaks with them records a wish, who
 * looks after those people ends it or lifts a hold, with a reason that the audit keeps.
 */
import { lazy, Suspense, useState } from 'react';
import { addPreference, endPreference, type Lift, type LoanContact } from '../../../../core/contract/contact';
import { formatDateTime, formatDay } from '../../../../core/domain/dates';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { said, t } from '../../../i18n';
import { Badge, Button, Heading, Icon, Row, Skeleton, Stack, Text } from '../../../ui';
import { Modal, useLoadSoon } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { useLoanContact } from '../queries';
import { WISH_WORDS, wishWords } from '../wish-form';
import type { Asked } from './reason-dialog';

const loadWish = () => import('./wish-dialog');
const WishDialog = lazy(loadWish);
const loadReason = () => import('./reason-dialog');
const ReasonDialog = lazy(loadReason);
const SOON = [loadWish, loadReason];

interface Hold {
  /** What lifts it; null for what nobody lifts here. */
  lift: Lift | null;
  words: string;
  until: string | null;
}

/** What stands beside the wishes. What a wish brought about is listed as the wish. */
function holdsOf({ question: { facts }, preferences }: LoanContact): Hold[] {
  const found: Hold[] = [];
  if (facts.dispute && !preferences.some(({ kind }) => kind === 'dispute'))
    found.push({ lift: 'dispute', words: t('Dispute'), until: null });
  if (facts.legal) found.push({ lift: 'legal', words: t('Legal matter'), until: null });
  if (facts.deceased) found.push({ lift: null, words: t('Borrower has died'), until: null });
  for (const { kind, label, until } of facts.holds) {
    // A suppression says why; without that it is the wish of a family in mourning.
    if ((kind === 'sensitive' && label !== null) || kind === 'suppressed') {
      const name = kind === 'sensitive' ? t('Bereavement, illness, calamity') : t('Suppressed');
      found.push({ lift: 'suppression', words: label ? `${name} · ${said(label)}` : name, until });
    }
  }
  return found;
}

export default function BorrowerWishes({ loanId }: { loanId: string }) {
  useLoadSoon(SOON);
  const zone = useZone();
  const role = parseRole(useSignedIn().profile.role.name);
  const { data, isPending } = useLoanContact(loanId);
  const [recording, setRecording] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const isOneOf = (roles: readonly Role[]) => roles.some((one) => one === role);
  const mayRecord = isOneOf(addPreference.access.roles);
  const mayLift = isOneOf(endPreference.access.roles);
  if (isPending) return <Skeleton lines={2} />;
  // Without the server nobody can record or lift anything; what the gate says stands with each phone.
  if (!data) return null;
  const masked = (phoneId: string) => data.phones.find(({ id }) => id === phoneId)?.masked;
  const holds = holdsOf(data);
  return (
    <Stack as="section" gap="2" aria-label={t('Wishes and holds')}>
      <Row apart>
        <Heading as="h3">{t('Wishes and holds')}</Heading>
        {mayRecord && (
          <Button small onClick={() => setRecording(true)}>
            {t('Record a wish')}
          </Button>
        )}
      </Row>
      {holds.length === 0 && data.preferences.length === 0 && (
        <Text size="small" tone="muted">
          {t('Nothing was asked for, and nothing holds contact back beside the rules.')}
        </Text>
      )}
      <Stack as="ul" gap="2" listStyleType="none">
        {holds.map(({ lift, words, until }) => (
          <Row key={words} as="li" apart gap="2" padding="2" background="sunken" borderRadius="small">
            <Row gap="2">
              <Badge tone="blocked" icon="blocked">
                {words}
              </Badge>
              {until && (
                <Text as="span" size="small" tone="muted">
                  {t('until {day}', { day: formatDay(until) })}
                </Text>
              )}
            </Row>
            {lift && mayLift && (
              <Button
                small
                aria-label={t('Lift: {what}', { what: words })}
                onClick={() => setAsked({ kind: 'lift', what: lift, words })}
              >
                {t('Lift')}
              </Button>
            )}
          </Row>
        ))}
        {data.preferences.map((wish) => {
          const words = wishWords(wish, masked);
          return (
            <Row key={wish.id} as="li" apart gap="2" padding="2" background="sunken" borderRadius="small">
              <Stack gap="0">
                <Row gap="1.5" tight>
                  <Icon name="blocked" size="0.875rem" />
                  <Text as="span">{words}</Text>
                </Row>
                {wish.note && <Text size="small">{wish.note}</Text>}
                <Text size="small" tone="muted">
                  {[wish.by, formatDateTime(wish.at, zone)].filter(Boolean).join(' · ')}
                </Text>
              </Stack>
              {mayLift && (
                <Button
                  small
                  aria-label={t('End: {what}', { what: words })}
                  onClick={() => setAsked({ kind: 'end', id: wish.id, words: t(WISH_WORDS[wish.kind]) })}
                >
                  {t('End')}
                </Button>
              )}
            </Row>
          );
        })}
      </Stack>
      {recording && (
        <Suspense
          fallback={
            // The dialog before its own code is here: keys typed by now are no longer the page's.
            <Modal title={t('What does the borrower ask for?')} size="small" onClose={() => setRecording(false)}>
              <Skeleton lines={4} />
            </Modal>
          }
        >
          <WishDialog loan={data} onClose={() => setRecording(false)} />
        </Suspense>
      )}
      <Suspense>
        {asked && <ReasonDialog loanId={data.loanId} asked={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </Stack>
  );
}
