import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type IdleWatch, watchIdle } from './idle';

const IdleWarning = lazy(() => import('./idle-warning'));

/** Watches for idleness while somebody is signed in (`since`, ms); warns a minute ahead. */
export default function IdleGuard({ since, onIdle }: { since: number; onIdle: () => void }) {
  const [left, setLeft] = useState<number>();
  const watch = useRef<IdleWatch>(undefined);
  const latest = useRef(onIdle);
  useEffect(() => {
    latest.current = onIdle;
  });
  useEffect(() => {
    watch.current = watchIdle({
      since,
      onRemaining: setLeft,
      onIdle: () => {
        setLeft(undefined);
        latest.current();
      },
    });
    return () => watch.current?.stop();
  }, [since]);
  if (left === undefined) return null;
  return (
    <Suspense>
      <IdleWarning left={left} onStay={() => watch.current?.stay()} />
    </Suspense>
  );
}
