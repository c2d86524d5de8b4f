import { useDeferredValue } from 'react';
import type { LoanContact } from '../../../../core/contract/contact';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Box, Card, EmptyState, Link, Row, Stack, Text, TextInput } from '../../../ui';
import { useListAddress } from '../../../ui/kit';
import { useWhyBlocked } from '../rule-queries';
import { AnswerChip, AnswerDetails } from './answer-chip';
import { ViewState } from './view-state';

/** One loan: what may be done now, and the reasons of whatever may not. */
function LoanCard({ loan, zone }: { loan: LoanContact; zone: string }) {
  const now = Date.parse(loan.asOf);
  const [phone] = loan.phones;
  const told = phone?.call.allowed ? loan.visit : (phone?.call ?? loan.visit);
  return (
    <Card>
      <Stack gap="3">
        <Row apart gap="2">
          <Stack gap="0">
            <Text strong>{loan.borrower}</Text>
            <Link to={deskPaths.loans({ loan: loan.loanId })}>{loan.loanNumber}</Link>
          </Stack>
          <Row gap="2">
            <AnswerChip answer={loan.visit} now={now} zone={zone} label={t('Visit')} />
            <AnswerChip answer={loan.letter} now={now} zone={zone} label={t('Letter')} />
          </Row>
        </Row>
        {loan.phones.map((one) => (
          <Row key={one.id} gap="2">
            <Text as="span" minWidth="8rem">
              {one.masked}
            </Text>
            <AnswerChip answer={one.call} now={now} zone={zone} label={t('Call')} />
            <AnswerChip answer={one.sms} now={now} zone={zone} label="SMS" />
            <AnswerChip answer={one.whatsapp} now={now} zone={zone} label="WhatsApp" />
          </Row>
        ))}
        {!told.allowed && <AnswerDetails answer={told} now={now} zone={zone} />}
      </Stack>
    </Card>
  );
}

export function WhyView({ zone }: { zone: string }) {
  const [address, setAddress] = useListAddress();
  const typed = address.get('q') ?? '';
  const q = useDeferredValue(typed.trim().slice(0, 64));
  const found = useWhyBlocked(q);
  return (
    <Stack gap="4">
      <Box maxWidth="28rem">
        <TextInput
          type="search"
          aria-label={t('Loan or mobile number')}
          placeholder={t('Loan or mobile number')}
          value={typed}
          maxLength={64}
          onChange={(text) => setAddress(text ? { view: 'why', q: text } : { view: 'why' }, { replace: true })}
        />
      </Box>
      {q.length < 3 && (
        <EmptyState icon="search" title={t('Why is a loan blocked?')}>
          {t(
            'Enter a whole loan number or mobile number to see what is allowed now, by which rule it is not, and until when.',
          )}
        </EmptyState>
      )}
      {q.length >= 3 && !found.data && <ViewState error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && (
        <EmptyState icon="search" title={t('Nothing found for “{q}”', { q })}>
          {t('Only whole numbers are looked up, among the loans that you see.')}
        </EmptyState>
      )}
      {found.data?.map((loan) => (
        <LoanCard key={loan.loanId} loan={loan} zone={zone} />
      ))}
    </Stack>
  );
}
