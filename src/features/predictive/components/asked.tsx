import { ApiError, screenWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Banner, ErrorState, Skeleton } from '../../../ui';

/** What stands in a list's place until its first answer, or above it when a later one failed; nothing when all is well. */
export function State({ query }: { query: { data: unknown; error: unknown; refetch: () => unknown } }) {
  const { data, error } = query;
  const offline = error instanceof ApiError && error.offline;
  if (error && data !== undefined)
    return <Banner tone={offline ? 'offline' : 'warn'} title={offline ? t('No network') : t('Not up to date')} />;
  if (error) {
    const { title, todo, reference } = screenWords(error);
    return (
      <ErrorState
        title={said(title)}
        kept={offline ? t('This screen needs a network.') : undefined}
        todo={said(todo)}
        retry={() => void query.refetch()}
        reference={reference}
      />
    );
  }
  return data === undefined ? <Skeleton lines={8} height="2.25rem" /> : null;
}
