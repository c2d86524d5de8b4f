import { said, t } from '../../../i18n';
import type { OnlineAnswer } from '../../../offline/types';
import { Banner } from '../../../ui';

/** Why an act that needs the server came to nothing; nothing itself when it was done, or not asked for yet. */
export function OnlineNote({
  answer,
  nothing,
  again,
}: {
  answer: OnlineAnswer<unknown> | undefined;
  /** "Nothing was noted". */
  nothing: string;
  /** The same with what to do where the server was not reached. */
  again: string;
}) {
  if (answer?.kind === 'unreachable')
    return (
      <Banner tone="warn" title={t('The server was not reached')}>
        {again}
      </Banner>
    );
  return answer?.kind === 'refused' ? (
    <Banner tone="danger" title={nothing}>
      {said(answer.message)}
    </Banner>
  ) : null;
}
