import { t } from '../../../i18n';
import { paths } from '../../../routes';
import { AppBar, EmptyState, LinkButton, PageBody } from '../../../ui';
import { useReadyEngine, useStore } from '../../session';
import { cameFrom } from '../loans/came-from';
import { LoansStatusNotice } from './loans-status';

/** A link to a loan that is not on this phone: taken away, closed, or never here. */
export function UnknownLoan({ title }: { title: string }) {
  const status = useStore(useReadyEngine().loans.status);
  return (
    <>
      <AppBar title={title} back={cameFrom()} />
      <PageBody>
        <LoansStatusNotice />
        {status.phase !== 'loading' && (
          <EmptyState
            icon="search"
            title={t('This loan is not on this phone')}
            action={
              <LinkButton to={paths.fieldLoans()} look="primary" icon="loans">
                {t('All loans')}
              </LinkButton>
            }
          >
            {t('It may have been given to someone else, or closed. Records you made on it are in the ledger.')}
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}
