import type { ReactNode } from 'react';
import { ApiError, failures, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { ErrorState, Skeleton } from '../../../ui';

/** Loading, failed, or what it holds: for a part of the screen that stands on one question to the server. */
export function Asked<T>({
  query,
  lines = 6,
  kept,
  search = false,
  children,
}: {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  lines?: number;
  /** What is safe although it failed. */
  kept?: string;
  /** The search for portfolios: its failure has words of its own in the specification. */
  search?: boolean;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton lines={lines} height="2.25rem" />;
  const { title, todo, reference } = screenWords(query.error);
  const status = query.error instanceof ApiError ? query.error.detail.status : 0;
  const offline = query.error instanceof ApiError && query.error.offline;
  return (
    <ErrorState
      title={search && !offline ? failures.portfolioSearch(status) : title}
      kept={offline ? (kept ?? t('This screen needs a network.')) : kept}
      todo={search && !offline ? title : todo}
      retry={() => void query.refetch()}
      reference={reference}
    />
  );
}
