/** What happened on the agent's loans lately; each leads to its loan while it is on this phone. */
import { t } from '../../../i18n';
import type { Notice } from '../../../offline/day-facts';
import { paths } from '../../../routes';
import { chakra, LinkButton, Text } from '../../../ui';
import { useReadyEngine, useZone } from '../../session';
import { whenWords } from '../ledger/sync-words';
import { noticeWords } from './day-words';

const SHOWN = 5;
const Lines = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3', paddingBlock: '2' },
    '& > li + li': { borderTopWidth: '1px', borderTopStyle: 'solid', borderColor: 'line' },
  },
});

export function NoticeList({ notices, now }: { notices: readonly Notice[]; now: number }) {
  const engine = useReadyEngine();
  const zone = useZone();
  if (notices.length === 0) return <Text tone="muted">{t('Nothing new in the last seven days.')}</Text>;
  return (
    <Lines>
      {notices.slice(0, SHOWN).map((notice) => {
        const loan = notice.loanId === null ? undefined : engine.loans.byId(notice.loanId);
        return (
          <li key={notice.id}>
            <div>
              <Text strong>{noticeWords(notice)}</Text>
              <Text size="small" tone="muted">
                <bdi>{loan?.borrower.name ?? notice.loanNumber}</bdi> ·{' '}
                {whenWords(Date.parse(notice.createdAt), now, zone)}
              </Text>
            </div>
            {loan && (
              <LinkButton to={paths.fieldLoan(loan.id)} look="plain" flex="none">
                {t('Loan')}
              </LinkButton>
            )}
          </li>
        );
      })}
    </Lines>
  );
}
