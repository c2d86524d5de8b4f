import { said, t } from '../../../i18n';
import { Badge, Card, chakra, DateText, EmptyState, Heading, Row, Text } from '../../../ui';
import { CardHead, Table, TableScroll } from '../../../ui/kit';
import { useCodes } from '../../loan-sheet';
import { useZone } from '../../session';
import { classLook, type Landing, outcomeWords } from '../landing-words';

const LoanLink = chakra('button', {
  base: {
    display: 'block',
    textAlign: 'start',
    paddingBlock: '1',
    lineHeight: 1.25,
    borderRadius: 'small',
    '& strong': { display: 'block', fontWeight: 'bold', color: 'ink', minWidth: '8rem', maxWidth: '14rem' },
    '& small': { color: 'muted', fontSize: 'small' },
    _hover: { '& strong': { textDecoration: 'underline' } },
  },
});

/** The newest records that reached the server, each with its receipt and how it took effect. */
export function LatestRecords({
  latest,
  openLoan,
  onOpen,
}: {
  latest: Landing['latest'];
  openLoan: string;
  onOpen: (loanId: string) => void;
}) {
  const zone = useZone();
  const codes = useCodes();
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('Newest records')}</Heading>
        <Text size="small" tone="muted">
          {t('As they reach the server')}
        </Text>
      </CardHead>
      {latest.length === 0 ? (
        <EmptyState icon="ledger" title={t('Nothing has arrived yet')}>
          {t(
            'Calls and visits on your loans show here, each with its receipt, moments after a phone or a desk sends them.',
          )}
        </EmptyState>
      ) : (
        <TableScroll>
          <Table>
            <thead>
              <tr>
                <th scope="col">{t('Received')}</th>
                <th scope="col">{t('Loan')}</th>
                <th scope="col">{t('Record')}</th>
                <th scope="col">{t('Receipt')}</th>
              </tr>
            </thead>
            <tbody>
              {latest.map((row) => {
                const look = classLook(codes.get(row.code)?.class);
                const outcome = outcomeWords(row.outcome);
                return (
                  <tr
                    key={row.recordId}
                    data-open={row.loanId === openLoan || row.loanNumber === openLoan || undefined}
                  >
                    <td style={{ whiteSpace: 'nowrap' }}>
                      <DateText value={row.receivedAt} time near zone={zone} />
                      <Text size="small" tone="muted">
                        {row.by}
                      </Text>
                    </td>
                    <td>
                      <LoanLink type="button" onClick={() => onOpen(row.loanId)}>
                        <strong>{row.borrower}</strong>
                        <small>{row.loanNumber}</small>
                      </LoanLink>
                    </td>
                    <td>
                      <Row gap="1">
                        <Badge tone={look.tone} icon={look.icon ?? (row.channel === 'field' ? 'pin' : 'phone')}>
                          {said(row.codeLabel)}
                        </Badge>
                        {row.outcome !== 'applied' && (
                          <Badge tone={outcome.tone} icon={outcome.icon} title={outcome.why}>
                            {outcome.words}
                          </Badge>
                        )}
                      </Row>
                    </td>
                    <td style={{ whiteSpace: 'nowrap' }}>{row.receiptNo}</td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </TableScroll>
      )}
    </Card>
  );
}
