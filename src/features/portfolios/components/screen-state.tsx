import type { ReactNode } from 'react';
import { problemOf } from '../../../api';
import { Skeleton } from '../../../ui';
import { ProblemState } from '../../../ui/kit';
import { searchProblem } from '../queries';

/** Loading, failed, or what it holds: for a part of the screen that stands on one question to the server. */
export function Asked<T>({
  query,
  lines = 6,
  kept,
  search = false,
  children,
}: {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  lines?: number;
  /** What is safe although it failed. */
  kept?: string;
  /** The search for portfolios: its failure has words of its own in the specification. */
  search?: boolean;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton lines={lines} height="2.25rem" />;
  const problem = (search ? searchProblem : problemOf)(query.error);
  return <ProblemState problem={problem && kept ? { ...problem, kept } : problem} retry={query.refetch} />;
}
