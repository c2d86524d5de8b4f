import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Settlement } from '../../../core/contract/settlements';
import { successes } from '../../api';
import { deskPaths, mayEnter, routeOf } from '../../routes';
import { showToast } from '../../ui';
import { useSignedIn } from '../session';
import { stageWords } from './words';

/** Section 9. */
const AFTER_MS = 3000;

/**
 * Says which step was taken and, three seconds later, opens the notifications (specification 2.6). Whoever goes on with the list
 * before that, by a key or a press, stays there.
 */
export function useThenNotifications(): (now: Settlement) => void {
  const navigate = useNavigate();
  const { role } = useSignedIn().profile;
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(
    ({ number, stage }: Settlement) => {
      showToast(`${number}, ${stageWords(stage)}: ${successes.updated}`, { tone: 'saved' });
      stop.current?.();
      if (!mayEnter(role, routeOf('notifications'))) return;
      const cancel = () => {
        clearTimeout(timer);
        for (const name of ['keydown', 'pointerdown']) removeEventListener(name, cancel, true);
      };
      const timer = setTimeout(() => {
        cancel();
        void navigate(deskPaths.notifications());
      }, AFTER_MS);
      for (const name of ['keydown', 'pointerdown']) addEventListener(name, cancel, true);
      stop.current = cancel;
    },
    [navigate, role],
  );
}
