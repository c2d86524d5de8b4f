import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type IdleWatch, watchIdle } from './idle';

const IdleWarning = lazy(() => import('./idle-warning'));

/** Watches for idleness while somebody is signed in; warns a minute ahead. */
export default function IdleGuard({ onIdle }: { onIdle: () => void }) {
  const [left, setLeft] = useState<number>();
  const watch = useRef<IdleWatch>(undefined);
  const latest = useRef(onIdle);
  useEffect(() => {
    latest.current = onIdle;
  });
  useEffect(() => {
    watch.current = watchIdle({
      // Every session begins with a page of its own: time counts from there, not from when this part arrived.
      since: Date.now() - performance.now(),
      onRemaining: setLeft,
      onIdle: () => {
        setLeft(undefined);
        latest.current();
      },
    });
    return () => watch.current?.stop();
  }, []);
  if (left === undefined) return null;
  return (
    <Suspense>
      <IdleWarning left={left} onStay={() => watch.current?.stay()} />
    </Suspense>
  );
}
