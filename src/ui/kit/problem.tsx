/** What a desk's screen shows in place of its rows, or above them, when the server's answer did not come. */
import type { ReactNode } from 'react';
import { t } from '../../i18n';
import { Banner } from '../banner';
import { Button } from '../button';
import { EmptyState, ErrorState } from '../states';

/** Why something could not be shown, in the user's words (`problemOf` of `src/api` makes them from an error). */
export interface Problem {
  title: string;
  /** What is safe. */
  kept?: string;
  todo?: string;
  /** The server's request id. */
  reference?: string | undefined;
  /** The server could not be reached: nothing is wrong and nothing is lost, so nothing is red. */
  offline: boolean;
}

/** A screen, or a part of it, that has nothing to show. Without a network it stays calm. */
export function ProblemState({
  problem: { title, kept, todo, reference, offline },
  retry,
  action,
}: {
  problem: Problem;
  retry?: () => unknown;
  action?: ReactNode;
}) {
  if (!offline)
    return (
      <ErrorState
        title={title}
        kept={kept}
        todo={todo}
        reference={reference}
        action={action}
        {...(retry && { retry: () => void retry() })}
      />
    );
  return (
    <div role="status">
      <EmptyState
        icon="offline"
        title={title}
        action={
          <>
            {retry && (
              <Button icon="sync" onClick={() => void retry()}>
                {t('Try again')}
              </Button>
            )}
            {action}
          </>
        }
      >
        {kept} {todo}
      </EmptyState>
    </div>
  );
}

/** Above what is shown from before. `asOf` is its time as the user reads it. */
export function StaleNote({ problem: { title, offline }, asOf }: { problem: Problem; asOf?: string }) {
  return (
    <Banner tone={offline ? 'offline' : 'warn'} title={title}>
      {asOf && t('This is the list of {time}.', { time: asOf })}
    </Banner>
  );
}
