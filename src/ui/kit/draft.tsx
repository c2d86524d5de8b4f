import { formatTime } from '../../../core/domain/dates';
import { t } from '../../i18n';
import { Banner } from '../banner';
import { Button } from '../button';
import { useKept } from './kept';

interface Draft<T> {
  at: number;
  value: T;
}

/**
 * What a form holds while it is being filled in. It survives a reload, a lock and an update; `discard` once it is saved.
 * `name` says which form and of what: `client.new`, `portfolio.7f3a`.
 */
export function useDraft<T>(name: string, initial: T) {
  const [draft, keep] = useKept<Draft<T> | undefined>(`draft.${name}`, undefined);
  return {
    value: draft ? draft.value : initial,
    set: (next: T) => keep({ at: Date.now(), value: next }),
    discard: () => keep(undefined),
    /** When it was last changed (ms); undefined while the form is as it came. */
    changedAt: draft?.at,
  };
}

/** Says that a form continues from a draft, and offers to start over. Show it where `changedAt` was set at the opening. */
export function DraftNote({ at, zone, onDiscard }: { at: number; zone?: string; onDiscard: () => void }) {
  return (
    <Banner
      tone="info"
      title={t('Your draft of {time} is kept on this device', { time: formatTime(at, zone) })}
      action={
        <Button small onClick={onDiscard}>
          {t('Start over')}
        </Button>
      }
    />
  );
}
