import { ApiError, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { Card, ErrorState, Skeleton } from '../../../ui';

/** Until the first answer is here: bones, or what went wrong and what to do. */
export function ViewState({ error, retry }: { error: unknown; retry: () => void }) {
  if (!error) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  const words = screenWords(error);
  const offline = error instanceof ApiError && error.offline;
  return (
    <ErrorState
      title={words.title}
      kept={offline ? t('The rules themselves go on holding: this device knows them.') : undefined}
      todo={words.todo}
      retry={retry}
      reference={words.reference}
    />
  );
}
