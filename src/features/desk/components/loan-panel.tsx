import { useState } from 'react';
import type { Loan } from '../../../../core/contract/loans';
import { formatDay } from '../../../../core/domain/dates';
import { maskMobile } from '../../../../core/domain/masking';
import { ApiError, screenWords } from '../../../api';
import {
  Badge,
  Banner,
  BucketBadge,
  chakra,
  DateText,
  ErrorState,
  Heading,
  Icon,
  Money,
  Row,
  Skeleton,
  Stack,
  Text,
} from '../../../ui';
import { FactLine, Facts, Pagination, SidePanel } from '../../../ui/kit';
import { useZone } from '../../session';
import { classLook } from '../landing-words';
import { useCodes, useHistory, useLoan } from '../queries';

const Timeline = chakra('ol', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    '& > li': {
      position: 'relative',
      paddingInlineStart: '5',
      paddingBottom: '4',
      borderInlineStartWidth: '2px',
      borderInlineStartStyle: 'solid',
      borderColor: 'line',
      marginInlineStart: '1.5',
    },
    '& > li::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-6px',
      top: '0.4rem',
      boxSize: '2.5',
      borderRadius: 'full',
      background: 'control',
    },
    '& > li:last-of-type': { paddingBottom: '0', borderColor: 'transparent' },
  },
});

/** Everything about one loan beside the list; Esc or the cross closes it. `loan` is an id or a loan number. */
export function LoanPanel({ loan, onClose }: { loan: string; onClose: () => void }) {
  const { data, error, refetch, isPending } = useLoan(loan);
  const missing = error instanceof ApiError && error.detail.status === 404;
  const words = error && screenWords(error);
  return (
    <SidePanel
      about={loan}
      label={`Loan ${data?.loanNumber ?? loan}`}
      title={data?.borrower.name ?? (missing ? 'No such loan' : loan)}
      line={data ? `${data.loanNumber} · ${data.client} · ${data.product}` : `Looked for “${loan}”`}
      closeLabel="Close the loan (Esc)"
      onClose={onClose}
    >
      {isPending && <Skeleton lines={6} />}
      {words && !data && (
        <ErrorState
          title={missing ? `There is no loan ${loan} among those you may see` : words.title}
          todo={missing ? 'Check the number. It may belong to another team.' : words.todo}
          retry={missing ? undefined : () => void refetch()}
          reference={words.reference}
        />
      )}
      {data && <LoanFacts loan={data} />}
      {data && <History key={data.id} loanId={data.id} />}
    </SidePanel>
  );
}

const flagWords: [keyof Loan['flags'], string][] = [
  ['dispute', 'Dispute'],
  ['deceased', 'Deceased'],
  ['legal', 'Legal'],
  ['doNotContact', 'Do not contact'],
  ['vulnerable', 'Vulnerable'],
];

const languages = new Intl.DisplayNames(['en-IN'], { type: 'language', fallback: 'code' });

/** "Marathi" for the code `mr`; a name that was imported as a word stays. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function LoanFacts({ loan }: { loan: Loan }) {
  const codes = useCodes();
  const flags = flagWords.filter(([flag]) => loan.flags[flag]);
  const { overdueSplit: split } = loan;
  return (
    <>
      <Row>
        <BucketBadge bucket={loan.bucket} dpd={loan.dpd} />
        {loan.state !== 'active' && <Badge tone="blocked">{loan.state}</Badge>}
        {loan.ptp?.status === 'open' && (
          <Badge tone="promise" icon="promise">
            <Money paise={loan.ptp.amountPaise} short /> by {formatDay(loan.ptp.dueOn)}
          </Badge>
        )}
        {flags.map(([flag, words]) => (
          <Badge key={flag} tone="blocked" icon="blocked">
            {words}
          </Badge>
        ))}
      </Row>
      {loan.contactPause && (
        <Banner tone="offline" icon="blocked" title="Contact is paused">
          {loan.contactPause.reason}
          {loan.contactPause.until && `, until ${formatDay(loan.contactPause.until)}`}
        </Banner>
      )}
      <Facts>
        <FactLine name="Overdue">
          <Money paise={loan.overduePaise} />
        </FactLine>
        <FactLine name="Principal outstanding">
          <Money paise={loan.posPaise} />
        </FactLine>
        <FactLine name="Total outstanding">
          <Money paise={loan.tosPaise} />
        </FactLine>
        <FactLine name="EMI">
          <Money paise={loan.emiPaise} /> on day {loan.dueDay}
        </FactLine>
        <FactLine name="Principal + interest due">
          <Money paise={split.principalPaise + split.interestPaise} />
        </FactLine>
        <FactLine name="Penal + charges">
          <Money paise={split.penalPaise + split.chargesPaise} />
        </FactLine>
        <FactLine name="Last payment">
          {loan.lastPayment ? (
            <>
              <Money paise={loan.lastPayment.amountPaise} /> on {formatDay(loan.lastPayment.on)}
            </>
          ) : (
            'None yet'
          )}
        </FactLine>
        <FactLine name="Attempts in 30 days">{loan.attempts30d}</FactLine>
        <FactLine name="Portfolio">{loan.portfolio}</FactLine>
        <FactLine name="Language">{languageName(loan.borrower.language)}</FactLine>
      </Facts>
      <Stack gap="2">
        {loan.phones.map((phone) => (
          <Row key={phone.id} gap="2">
            <Icon name="phone" size="1rem" />
            <span>{maskMobile(phone.number)}</span>
            <Text as="span" size="small" tone="muted">
              {capital(phone.owner)}
              {phone.lastResult && ` · ${codes.get(phone.lastResult)?.label ?? phone.lastResult}`}
            </Text>
            {phone.invalid && <Badge tone="blocked">Invalid</Badge>}
          </Row>
        ))}
        {loan.addresses.map((address) => (
          <Row key={address.id} gap="2" tight alignItems="flex-start">
            <Icon name="pin" size="1rem" />
            <span>
              {address.line}, {address.city} {address.pincode}{' '}
              <Text as="span" size="small" tone="muted">
                {capital(address.kind)}
              </Text>
            </span>
          </Row>
        ))}
      </Stack>
    </>
  );
}

function History({ loanId }: { loanId: string }) {
  const zone = useZone();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useHistory(loanId, page);
  return (
    <Stack as="section" gap="3">
      <Row apart>
        <Heading as="h3">History</Heading>
        {data && (
          <Text size="small" tone="muted">
            {data.totalElements} {data.totalElements === 1 ? 'entry' : 'entries'}
          </Text>
        )}
      </Row>
      {error && !data && (
        <ErrorState title={screenWords(error).title} todo={screenWords(error).todo} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={3} height="2.5rem" />}
      {data?.caseHistories.length === 0 && <Text tone="muted">Nobody has called or visited yet.</Text>}
      {data && data.caseHistories.length > 0 && (
        <Timeline>
          {data.caseHistories.map((entry) => {
            const look = classLook(entry.class);
            return (
              <li key={entry.id}>
                <Row gap="2">
                  <Badge tone={look.tone} icon={look.icon ?? (entry.channel === 'field' ? 'pin' : 'phone')}>
                    {entry.codeLabel}
                  </Badge>
                  <Text as="span" size="small" tone="muted">
                    <DateText value={entry.at} time near zone={zone} /> · {entry.by}
                  </Text>
                </Row>
                <Stack gap="0.5" marginTop="1">
                  {entry.ptp && (
                    <Text>
                      Promised <Money paise={entry.ptp.amountPaise} /> by {formatDay(entry.ptp.dueOn)}
                    </Text>
                  )}
                  {entry.paidPaise !== null && (
                    <Text>
                      Paid <Money paise={entry.paidPaise} />
                    </Text>
                  )}
                  {entry.nextVisitOn && <Text>Next visit {formatDay(entry.nextVisitOn)}</Text>}
                  {entry.remarks && <Text>{entry.remarks}</Text>}
                  {(entry.receiptNo || entry.photos > 0) && (
                    <Text size="small" tone="muted">
                      {[
                        entry.receiptNo,
                        entry.photos > 0 && `${entry.photos} ${entry.photos === 1 ? 'photo' : 'photos'}`,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Text>
                  )}
                </Stack>
              </li>
            );
          })}
        </Timeline>
      )}
      <Pagination label="History pages" page={page} pages={data?.totalPages ?? 0} onPage={setPage} />
    </Stack>
  );
}
