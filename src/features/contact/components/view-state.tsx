import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Card, Skeleton } from '../../../ui';
import { ProblemState } from '../../../ui/kit';

export const RULES_HOLD = () => t('The rules themselves go on holding: this device knows them.');

/** Until the first answer is here: bones, or what went wrong and what to do. */
export function ViewState({ error, retry }: { error: unknown; retry: () => void }) {
  if (!error) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  return <ProblemState problem={problemOf(error, RULES_HOLD())} retry={retry} />;
}
