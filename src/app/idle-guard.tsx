import { useEffect, useRef, useState } from 'react';
import { Button, Sheet, Text } from '../ui';
import { type IdleWatch, watchIdle } from './idle';

/** Watches for idleness while somebody is signed in; warns a minute ahead. */
export function IdleGuard({ onIdle }: { onIdle: () => void }) {
  const [left, setLeft] = useState<number>();
  const watch = useRef<IdleWatch>(undefined);
  const latest = useRef(onIdle);
  useEffect(() => {
    latest.current = onIdle;
  });
  useEffect(() => {
    watch.current = watchIdle({
      onRemaining: setLeft,
      onIdle: () => {
        setLeft(undefined);
        latest.current();
      },
    });
    return () => watch.current?.stop();
  }, []);
  return (
    <Sheet
      open={left !== undefined}
      onClose={() => watch.current?.stay()}
      title="Still there?"
      footer={
        <Button look="primary" wide onClick={() => watch.current?.stay()}>
          Stay signed in
        </Button>
      }
    >
      <Text>
        You will be signed out in <strong>{left} s</strong> because nothing happened for a while. What is saved stays
        saved.
      </Text>
    </Sheet>
  );
}
