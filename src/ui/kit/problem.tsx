/** What a desk's screen shows in place of its rows, or above them, when the server's answer did not come. */
import type { ReactNode } from 'react';
import { t } from '../../i18n';
import { Banner } from '../banner';
import { Button } from '../button';
import { Row } from '../layout';
import { EmptyState, ErrorState } from '../states';

/** Why something could not be shown, in the user's words (`problemOf` and `failedWrite` of `src/api` make them from an error). */
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
  problem,
  retry,
  action,
}: {
  /** Nothing is drawn without one. */
  problem: Problem | undefined;
  retry?: (() => unknown) | undefined;
  action?: ReactNode;
}) {
  if (!problem) return null;
  const { title, kept, todo, reference, offline } = problem;
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
          <Row justifyContent="center">
            {retry && (
              <Button icon="sync" onClick={() => void retry()}>
                {t('Try again')}
              </Button>
            )}
            {action}
          </Row>
        }
      >
        {[kept, todo].filter(Boolean).join(' ')}
      </EmptyState>
    </div>
  );
}

/**
 * The same in a line: above what is shown from before (`children`: of when it is), or in a form that was not taken (`refused`: what
 * the server said, which it does not without a network).
 */
export function ProblemNote({
  problem,
  title,
  tone = 'warn',
  action,
  refused,
  children,
}: {
  problem: Problem | undefined;
  /** What was not done ("Nothing was changed"), when it is not the network. */
  title?: string | undefined;
  /** The same. */
  tone?: 'warn' | 'danger';
  action?: ReactNode;
  refused?: ReactNode;
  children?: ReactNode;
}) {
  if (!problem) return null;
  const { offline, todo } = problem;
  const why = title ? `${problem.title.replace(/\.?$/, '.')} ${todo}` : todo;
  return (
    <Banner
      tone={offline ? 'offline' : tone}
      title={offline ? problem.title : (title ?? problem.title)}
      action={action}
    >
      {children ?? (offline ? todo : refused || why)}
    </Banner>
  );
}
