import { useEffect, useRef } from 'react';
import { formatRupees } from '../../../../../core/domain/money';
import { said, t } from '../../../../i18n';
import type { ListedLoan } from '../../../../offline/types';
import { paths } from '../../../../routes';
import { AppBar, Card, chakra, Heading, Icon, LinkButton, PageBody, Stack, Text } from '../../../../ui';
import { useReadyEngine, useStore, useZone } from '../../../session';
import { ledgerWords, moneyWords, shortNumber } from '../../ledger/ledger-words';
import { NO_NETWORK } from '../../ledger/sync-words';
import { cameFrom } from '../../loans/came-from';
import { useMinute, useToday } from '../../queries';
import { doorWords, reasonOnPlan } from '../../today/day-figures';

const Wide = chakra('div', {
  base: {
    background: 'paid-solid',
    color: '#fff',
    paddingBlock: '8',
    paddingInline: '4',
    '& > div': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      textAlign: 'center',
      gap: '2',
      maxWidth: 'page',
      marginInline: 'auto',
    },
    '& h2:focus': { outline: 'none' },
  },
});

/** Until the ledger has read it. */
const IN_HAND = 'Saved on this phone';

/** Saved: the record's number, where it stands right now, and where to go next; the form is not there any more to come back to. */
export function Saved({ recordId, loan }: { recordId: string; loan: ListedLoan }) {
  const engine = useReadyEngine();
  const entry = useStore(engine.ledger).find((item) => item.id === recordId);
  const online = useStore(engine.status).online;
  const zone = useZone();
  const now = useMinute();
  const today = useToday();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    navigator.vibrate?.([60, 40, 60]);
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus();
  }, []);
  const words = entry && ledgerWords(entry, { now, zone, online });
  const money = entry && moneyWords(entry);
  const next = engine.loans.plan(today).loans.find((other) => other.id !== loan.id);
  return (
    <>
      <AppBar title={t('Visit saved')} back={cameFrom()} />
      <Wide>
        <div>
          <Icon name="check" size="3.5rem" />
          <Heading ref={heading} tabIndex={-1} size="display">
            {t('Saved')}
          </Heading>
          <Text strong>
            <bdi>{loan.borrower.name}</bdi>
          </Text>
          <Text fontVariantNumeric="tabular-nums">
            {t('{code} · No. {number}', {
              code: entry ? said(entry.codeLabel) : t('Visit'),
              number: shortNumber(recordId),
            })}
          </Text>
          {money && (
            <Text strong size="lead" fontVariantNumeric="tabular-nums">
              {money}
            </Text>
          )}
          <Text role="status" aria-live="polite">
            {words?.detail === t(NO_NETWORK)
              ? words.detail
              : [words?.state ?? t(IN_HAND), words?.detail].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </Wide>
      <PageBody>
        {next ? (
          <Card>
            <Stack gap="3">
              <Heading size="small">{t('Next')}</Heading>
              <div>
                <Text strong size="lead">
                  <bdi>{next.borrower.name}</bdi>
                </Text>
                <Text>{reasonOnPlan(next, today)}</Text>
                <Text tone="muted" size="small">
                  {t('{place} · {overdue} overdue', {
                    place: doorWords(next),
                    overdue: formatRupees(next.overduePaise),
                  })}
                </Text>
              </div>
              <LinkButton to={paths.fieldLoan(next.id)} replace look="primary" icon="next" wide minHeight="3.5rem">
                {t('Open the next loan')}
              </LinkButton>
            </Stack>
          </Card>
        ) : (
          <Text textAlign="center" tone="muted">
            {t('Nothing else is due today.')}
          </Text>
        )}
        <LinkButton to={paths.fieldLoans()} replace icon="loans" look={next ? 'quiet' : 'primary'}>
          {t('All loans')}
        </LinkButton>
        <LinkButton to={paths.fieldLoan(loan.id)} replace icon="back">
          {t('Back to this loan')}
        </LinkButton>
        <LinkButton to={paths.fieldLedger(recordId)} replace icon="ledger">
          {t('Show in the ledger')}
        </LinkButton>
      </PageBody>
    </>
  );
}
