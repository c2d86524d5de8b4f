/** One loan with everything its agent needs at the door, and the button to record the visit. */
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { smaClassOf } from '../../../../core/domain/buckets';
import { dayOf, formatDay } from '../../../../core/domain/dates';
import { maskMobile } from '../../../../core/domain/masking';
import { formatRupees } from '../../../../core/domain/money';
import { said, t } from '../../../i18n';
import type { ListedLoan } from '../../../offline/types';
import { paths } from '../../../routes';
import {
  AnchorButton,
  AppBar,
  Badge,
  Banner,
  BucketBadge,
  Button,
  Card,
  chakra,
  Heading,
  LinkButton,
  PageBody,
  Row,
  Stack,
  Text,
} from '../../../ui';
import { languageName, storedWord } from '../../../ui/kit/stored-word';
import { useReadyEngine, useStore, useZone } from '../../session';
import { CallLink } from '../components/call-link';
import { Facts } from '../components/facts';
import { HistoryList } from '../components/history-list';
import { LoansStatusNotice } from '../components/loans-status';
import { StickyAction } from '../components/sticky-action';
import { UnknownLoan } from '../components/unknown-loan';
import { cameFrom } from '../loans/came-from';
import { agoWords, blockOf, type ContactNow, mapLink, marksOf, promiseWords } from '../loans/loan-words';
import { useContactNow } from '../loans/use-contact-now';
import { useDrafts, useLoan, useMinute, useRevision } from '../queries';

const PlanVisit = lazy(() => import('../components/plan-visit'));
const AskAnother = lazy(() => import('../components/ask-another'));

const Lines = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      paddingBlock: '2',
      minHeight: '3.5rem',
    },
    '& > li + li': { borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'line' },
  },
});

export default function FieldLoan() {
  const [address] = useSearchParams();
  const loan = useLoan(address.get('loanId') ?? '');
  return loan ? <LoanScreen loan={loan} /> : <UnknownLoan title={t('Loan')} />;
}

function LoanScreen({ loan }: { loan: ListedLoan }) {
  const engine = useReadyEngine();
  const zone = useZone();
  const now = useMinute();
  const today = dayOf(now, zone);
  const revision = useRevision();
  const hasDraft = useDrafts().some((draft) => draft.loanId === loan.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for every local record
  const history = useMemo(() => engine.loans.history(loan.id), [engine, loan.id, revision]);
  const [sheet, setSheet] = useState<'plan' | 'another'>();
  const known = useStore(engine.codes)?.codes;
  /** A result is stored as its code, which nobody reads. */
  const resultWords = (result: string | null) =>
    result && said(known?.find(({ code }) => code === result)?.label ?? result);
  const judge = useContactNow();
  const contact = judge(loan, now);
  const block = contact.icon === 'blocked' ? contact.why : blockOf(loan, today);
  const promise = promiseWords(loan.ptp, today);
  // What the banner says is not said twice.
  const marks = marksOf(loan, today).filter((mark) => mark.meaning !== block);
  const { overdueSplit: split, lastPayment, borrower } = loan;

  return (
    <>
      <AppBar title={<bdi>{borrower.name}</bdi>} back={cameFrom()} />
      <PageBody data-screen-ready>
        <LoansStatusNotice />
        {block ? (
          <Banner tone="offline" icon="blocked" title={block}>
            {t('Do not call or visit. What already happened can still be recorded.')}
          </Banner>
        ) : (
          !contact.allowed && (
            <Banner tone="warn" icon="clock" title={contact.why}>
              {t('What already happened can still be recorded.')}
            </Banner>
          )
        )}

        <Card>
          <Stack gap="3">
            <Stack gap="0">
              <Text size="small" tone="muted">
                {t('Overdue')}
              </Text>
              <Text fontSize="display" strong lineHeight="1.15" fontVariantNumeric="tabular-nums">
                {formatRupees(loan.overduePaise)}
              </Text>
            </Stack>
            <Row>
              <BucketBadge bucket={loan.bucket} dpd={loan.dpd} />
              <Badge>{t('{bucket} days', { bucket: loan.bucket })}</Badge>
              <Badge>{smaClassOf(loan.dpd)}</Badge>
              {promise && (
                <Badge tone={promise.tone} icon="promise">
                  {promise.word}
                </Badge>
              )}
              {contact.allowed && (
                <Badge tone="paid" icon="check">
                  {t('Contact {word}', { word: contact.word.toLowerCase() })}
                </Badge>
              )}
            </Row>
            <Facts
              items={[
                [t('Principal'), formatRupees(split.principalPaise)],
                [t('Interest'), formatRupees(split.interestPaise)],
                [t('Penal'), formatRupees(split.penalPaise)],
                [t('Charges'), formatRupees(split.chargesPaise)],
                ['EMI', t('{emi} on day {dueDay}', { emi: formatRupees(loan.emiPaise), dueDay: loan.dueDay })],
                [t('Principal outstanding'), formatRupees(loan.posPaise)],
                [t('Total outstanding'), formatRupees(loan.tosPaise)],
                [
                  t('Last payment'),
                  lastPayment && `${formatRupees(lastPayment.amountPaise)}, ${agoWords(lastPayment.on, today)}`,
                ],
                [t('Tries in 30 days'), loan.attempts30d],
              ]}
            />
            <Row apart>
              <Text size="small" tone={loan.nextVisitOn ? undefined : 'muted'} strong={!!loan.nextVisitOn}>
                {loan.nextVisitOn
                  ? t('Next visit {day}', { day: formatDay(loan.nextVisitOn) })
                  : t('No visit is planned')}
              </Text>
              {!block && (
                <Button icon="today" onClick={() => setSheet('plan')}>
                  {loan.nextVisitOn ? t('Change the day') : t('Plan the visit')}
                </Button>
              )}
            </Row>
          </Stack>
        </Card>

        {marks.map((mark) => (
          <Row key={mark.word} tight>
            <Badge tone={mark.tone} icon={mark.icon}>
              {mark.word}
            </Badge>
            <Text size="small">{mark.meaning}</Text>
          </Row>
        ))}

        <Card>
          <Heading>{t('Phones')}</Heading>
          {loan.phones.length === 0 && (
            <Text tone="muted">{t('No number is known. A new one can go into the visit.')}</Text>
          )}
          <Lines>
            {loan.phones.map((phone) => (
              <li key={phone.id}>
                <div>
                  <Text strong fontVariantNumeric="tabular-nums">
                    {maskMobile(phone.number)}
                  </Text>
                  <Text size="small" tone="muted">
                    {[storedWord(phone.owner), resultWords(phone.lastResult), phone.invalid && t('Wrong number')]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </div>
                {!phone.invalid && !block && <PhoneAct loan={loan} phone={phone} contact={judge(loan, now, phone)} />}
              </li>
            ))}
          </Lines>
        </Card>

        <Card>
          <Heading>{t('Addresses')}</Heading>
          {loan.addresses.length === 0 && <Text tone="muted">{t('No address is known.')}</Text>}
          <Lines>
            {loan.addresses.map((place) => (
              <li key={place.id}>
                <div>
                  <Text size="small" tone="muted">
                    {storedWord(place.kind)}
                  </Text>
                  <Text dir="auto">{place.line}</Text>
                  <Text>
                    {place.city}, {place.state} <strong>{place.pincode}</strong>
                  </Text>
                </div>
                <AnchorButton
                  icon="navigate"
                  href={mapLink(place)}
                  aria-label={t('Directions to {line}', { line: place.line })}
                  flex="none"
                >
                  {t('Map')}
                </AnchorButton>
              </li>
            ))}
          </Lines>
        </Card>

        <Card>
          <Stack gap="3">
            <Heading>{t('Borrower and loan')}</Heading>
            <Facts
              items={[
                [t('Loan number'), loan.loanNumber],
                [t('Lender'), loan.client],
                [t('Product'), loan.product],
                [t('Portfolio'), loan.portfolio],
                [t('Disbursed'), loan.disbursedOn && formatDay(loan.disbursedOn)],
                [t('Speaks'), languageName(borrower.language)],
                ['PAN', borrower.panMasked],
                ...loan.relatedPeople.map((person): [string, string] => [storedWord(person.relation), person.name]),
              ]}
            />
          </Stack>
        </Card>

        <Card>
          <Stack gap="4">
            <Heading>{t('History')}</Heading>
            <HistoryList entries={history} zone={zone} />
          </Stack>
        </Card>

        <Button onClick={() => setSheet('another')}>{t('Ask for another agent')}</Button>
        <Suspense>
          {sheet === 'plan' && <PlanVisit loan={loan} today={today} onClose={() => setSheet(undefined)} />}
          {sheet === 'another' && <AskAnother loan={loan} onClose={() => setSheet(undefined)} />}
        </Suspense>

        <StickyAction data-under-toasts>
          <LinkButton to={paths.fieldVisit(loan.id)} look="primary" icon="edit" wide minHeight="3.5rem" fontSize="lead">
            {hasDraft ? t('Go on with the visit') : t('Record visit')}
          </LinkButton>
        </StickyAction>
      </PageBody>
    </>
  );
}

/** A number that may be called now, or why not. */
function PhoneAct({
  contact,
  ...of
}: Pick<ComponentProps<typeof CallLink>, 'loan' | 'phone'> & { contact: ContactNow }) {
  const { owner, number } = of.phone;
  if (contact.allowed)
    return (
      <CallLink {...of} aria-label={t('Call {owner}, {number}', { owner, number: maskMobile(number) })}>
        {t('Call')}
      </CallLink>
    );
  return (
    <Text size="small" tone="muted" textAlign="end">
      {contact.why}
    </Text>
  );
}
