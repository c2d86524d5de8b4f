/** Everything about a loan and its borrower, for people and not for tables. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { formatDateTime, formatDay } from '../../../../core/domain/dates';
import { t, tn } from '../../../i18n';
import {
  Badge,
  Banner,
  BucketBadge,
  Button,
  chakra,
  Heading,
  Icon,
  Money,
  Row,
  Skeleton,
  Stack,
  Text,
} from '../../../ui';
import { FactLine, Facts, storedWord } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { useZone } from '../../session';

const MoreFacts = lazy(() => import('./more-facts'));

const Figure = chakra('strong', {
  base: { fontSize: 'figure', fontWeight: 'bold', letterSpacing: '-0.02em', lineHeight: 1.15 },
});

const FLAGS: [keyof Loan['flags'], string][] = [
  ['dispute', 'Dispute'],
  ['deceased', 'Deceased'],
  ['legal', 'Legal'],
  ['doNotContact', 'Do not contact'],
  ['vulnerable', 'Vulnerable'],
];

/** `phones` stands between who it is and what is owed; `named` false where the name stands above already. */
export function LoanSheet({ loan, phones, named = true }: { loan: Loan; phones?: ReactNode; named?: boolean }) {
  const zone = useZone();
  return (
    <Stack gap="4">
      <Stack gap="1">
        {named && (
          <>
            <Heading size="title">{loan.borrower.name}</Heading>
            <Text size="small" tone="muted">
              {loan.loanNumber} · {loan.client} · {loan.product}
            </Text>
          </>
        )}
        <Row marginTop="1">
          <BucketBadge bucket={loan.bucket} dpd={loan.dpd} />
          {loan.state !== 'active' && <Badge tone="blocked">{storedWord(loan.state)}</Badge>}
          {loan.retained && <Badge tone="accent">{t('Retained')}</Badge>}
          {loan.ptp && loan.ptp.status !== 'kept' && (
            <Badge tone={loan.ptp.status === 'open' ? 'promise' : 'danger'} icon="promise">
              <Money paise={loan.ptp.amountPaise} short /> {formatDay(loan.ptp.dueOn)}
            </Badge>
          )}
          {loan.callbackAt && (
            <Badge tone="accent" icon="clock">
              {formatDateTime(loan.callbackAt, zone)}
            </Badge>
          )}
          {FLAGS.filter(([flag]) => loan.flags[flag]).map(([flag, words]) => (
            <Badge key={flag} tone="blocked" icon="blocked">
              {t(words)}
            </Badge>
          ))}
        </Row>
      </Stack>
      {loan.contactPause && (
        <Banner tone="offline" icon="blocked" title={t('Contact is paused')}>
          {loan.contactPause.reason}
          {loan.contactPause.until && ` · ${t('until {day}', { day: formatDay(loan.contactPause.until) })}`}
        </Banner>
      )}
      {phones}
      <Stack gap="0">
        <Text size="small" tone="muted">
          {t('Overdue')}
        </Text>
        <Figure>
          <Money paise={loan.overduePaise} />
        </Figure>
      </Stack>
      <DebtFacts loan={loan} />
      {loan.relatedPeople.length > 0 && (
        <Stack gap="1">
          <Text size="small" tone="muted">
            {tn(loan.relatedPeople.length, 'Person named on the loan', 'People named on the loan')}
          </Text>
          {loan.relatedPeople.map(({ name, relation }) => (
            <Text key={name + relation}>
              {name} · {storedWord(relation)}
            </Text>
          ))}
        </Stack>
      )}
      {loan.addresses.map((address) => (
        <Row key={address.id} gap="2" tight alignItems="flex-start">
          <Icon name="pin" size="1rem" />
          <Text as="span" size="small">
            {address.line}, {address.city} {address.pincode} · {storedWord(address.kind)}
          </Text>
        </Row>
      ))}
      <More key={loan.id} loan={loan} />
    </Stack>
  );
}

/** What is owed, and the terms that travel with the loan. */
function DebtFacts({ loan }: { loan: Loan }) {
  const { overdueSplit: split } = loan;
  return (
    <Facts>
      <FactLine name={t('Principal')}>
        <Money paise={split.principalPaise} />
      </FactLine>
      <FactLine name={t('Interest')}>
        <Money paise={split.interestPaise} />
      </FactLine>
      <FactLine name={t('Penal + charges')}>
        <Money paise={split.penalPaise + split.chargesPaise} />
      </FactLine>
      <FactLine name="EMI">
        <Money paise={loan.emiPaise} /> · {t('day {day}', { day: loan.dueDay })}
      </FactLine>
      <FactLine name="POS">
        <Money paise={loan.posPaise} />
      </FactLine>
      <FactLine name="TOS">
        <Money paise={loan.tosPaise} />
      </FactLine>
      <FactLine name={t('Last payment')}>
        {loan.lastPayment ? (
          <>
            <Money paise={loan.lastPayment.amountPaise} /> · {formatDay(loan.lastPayment.on)}
          </>
        ) : (
          t('None yet')
        )}
      </FactLine>
      <FactLine name={t('Attempts in 30 days')}>{loan.attempts30d}</FactLine>
      <FactLine name={t('Portfolio')}>{loan.portfolio}</FactLine>
      <FactLine name={t('Language')}>{languageName(loan.borrower.language)}</FactLine>
      {loan.disbursedOn && <FactLine name={t('Disbursed')}>{formatDay(loan.disbursedOn)}</FactLine>}
      {loan.borrower.panMasked && <FactLine name="PAN">{loan.borrower.panMasked}</FactLine>}
      {loan.borrower.email && (
        <FactLine name={t('E-mail')} wide>
          {loan.borrower.email}
        </FactLine>
      )}
    </Facts>
  );
}

/** Asked for when somebody wants it: most calls do without. */
function More({ loan }: { loan: Loan }) {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <Button small alignSelf="flex-start" onClick={() => setOpen(true)}>
        {t('All about this loan')}
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <MoreFacts loan={loan} />
    </Suspense>
  );
}
