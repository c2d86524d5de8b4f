import { useEffect, useState } from 'react';
import { chakra } from '../../../ui';
import { clockWords } from '../words';

const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

/** The time once a second, while somebody looks. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Counts up from a moment (ms UTC). Hidden from screen readers, which would read every second. */
export function Timer({ since }: { since: number }) {
  const now = useSecond();
  return <Figures aria-hidden="true">{clockWords((now - since) / 1000)}</Figures>;
}
