import { problemOf } from '../../../api';
import { Skeleton } from '../../../ui';
import { ProblemNote, ProblemState } from '../../../ui/kit';

/** What stands in a list's place until its first answer, or above it when a later one failed; nothing when all is well. */
export function State({ query }: { query: { data: unknown; error: Error | null; refetch: () => unknown } }) {
  const { data, error } = query;
  const problem = problemOf(error);
  if (problem && data !== undefined) return <ProblemNote problem={problem} />;
  if (problem) return <ProblemState problem={problem} retry={query.refetch} />;
  return data === undefined ? <Skeleton lines={8} height="2.25rem" /> : null;
}
