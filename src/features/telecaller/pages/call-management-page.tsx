import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CALL_QUEUES } from '../../../../core/domain/call-queues';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { EmptyState, LinkButton, Stack, Text, VisuallyHidden } from '../../../ui';
import { DeskPage, holdKeys } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { CallWorkspace } from '../components/call-workspace';
import { useQueues } from '../queries';
import { nextOf } from '../queues';
import { QUEUE_WORDS } from '../words';

/** Call, dispose, next. The address names the loan, and the queue it came from. */
export default function CallManagementPage() {
  const go = useNavigate();
  const [address] = useSearchParams();
  const queues = useQueues();
  const { profile } = useSignedIn();
  const queue = CALL_QUEUES.find((name) => name === address.get('queue'));
  const loan = address.get('loanId') ?? address.get('loanNumber') ?? '';
  const rows = queue && queues?.[queue];
  const next = rows && nextOf(rows, loan);
  // Only those whose device holds loans have a list of them; the others choose from the server's.
  const chooseAt = mayEnter(profile.role, routeOf('activeLoans')) ? deskPaths.activeLoans() : deskPaths.loans();
  const left = rows?.filter(({ worked }) => !worked).length ?? 0;
  // Keys go to the page and not to a button of the loan before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another loan is the event
  useEffect(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [loan]);
  const open = (to: { id: string; loanNumber: string }) => {
    holdKeys(to.id);
    void go(deskPaths.callManagement({ loanId: to.id, loanNumber: to.loanNumber, ...(queue && { queue }) }));
  };

  return (
    <DeskPage filled data-filled>
      <VisuallyHidden as="h1">{t('Call Management')}</VisuallyHidden>
      {queue && (
        <Text size="small" tone="muted">
          {t(QUEUE_WORDS[queue].name)} · {t('{n} left', { n: left })}
        </Text>
      )}
      {loan ? (
        <CallWorkspace
          loan={loan}
          mends={address.get('mend')}
          onReopen={open}
          onSkip={next && (() => open(next))}
          onSaved={({ loanId, loanNumber, withFile }, then) => {
            if (then === 'next' && next) return open(next);
            // What came with a file is looked at on its loan, the normal flow ends at the list of loans (specification 2.6).
            if (withFile && mayEnter(profile.role, routeOf('viewLoan')))
              return void go(deskPaths.viewLoan({ loanId, loanNumber }));
            if (then === 'done') holdKeys('loans');
            void go(deskPaths.loans());
          }}
        />
      ) : (
        <EmptyState
          icon="phone"
          title={t('No loan is open')}
          action={
            <Stack gap="2">
              {next && (
                <LinkButton look="primary" to={deskPaths.callManagement({ loanId: next.id, ...(queue && { queue }) })}>
                  {t('Start with {name}', { name: next.borrower.name })}
                </LinkButton>
              )}
              <LinkButton to={chooseAt}>{t('Choose from my loans')}</LinkButton>
            </Stack>
          }
        >
          {t('Open one from a queue or from your loans.')}
        </EmptyState>
      )}
    </DeskPage>
  );
}
