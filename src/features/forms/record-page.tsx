/** The page of one record, which its address names: which one where it names none, and what is said while it is fetched or did not come. */
import type { ReactNode } from 'react';
import { problemOf } from '../../api';
import { EmptyState, LinkButton, Skeleton } from '../../ui';
import { DeskPage, DeskTitle, ProblemState } from '../../ui/kit';

export function RecordPage<Data>({
  id,
  title,
  which,
  all,
  answer: { data, error, refetch },
  children,
}: {
  id: string;
  title: string;
  /** Said when the address names none. */
  which: { title: string; text: string };
  /** The list they are in. */
  all: { to: string; label: string };
  answer: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}) {
  const way = <LinkButton to={all.to}>{all.label}</LinkButton>;
  return (
    <DeskPage narrow>
      {data === undefined && <DeskTitle>{title}</DeskTitle>}
      {id === '' ? (
        <EmptyState icon="search" title={which.title} action={way}>
          {which.text}
        </EmptyState>
      ) : data !== undefined ? (
        children(data)
      ) : error ? (
        <ProblemState problem={problemOf(error)} retry={refetch} action={way} />
      ) : (
        <Skeleton lines={10} height="2rem" />
      )}
    </DeskPage>
  );
}
