import { t } from '../../i18n';
import { showToast } from '../toast-store';

/** How long an undo is offered, in milliseconds. */
export const UNDO_MS = 6000;

/**
 * Does something at once on the screen and for good after `UNDO_MS`, unless the user takes it back. Leaving the page
 * does it for good: what was said to be done is done.
 */
export function withUndo({ message, commit, undo }: { message: string; commit: () => void; undo: () => void }): void {
  let open = true;
  const settle = (how: () => void) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    removeEventListener('pagehide', now);
    dismiss();
    how();
  };
  const now = () => settle(commit);
  const dismiss = showToast(message, { ms: UNDO_MS, action: { label: t('Undo'), onClick: () => settle(undo) } });
  const timer = setTimeout(now, UNDO_MS);
  addEventListener('pagehide', now);
}
