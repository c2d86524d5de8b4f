/** A call counts as activity: who listens touches no key, and is not to be locked out in the middle of it. */
import { useEffect } from 'react';

/** The window's event while a call goes on; the idle watch hears it like a key. */
export const CALL_GOES_ON = 'recoup-call-goes-on';
const EVERY_MS = 5000;
/** Beyond this nobody talks: a dialer was lost, or a page left in the middle. */
const LONGEST_MS = 2 * 3_600_000;

/** `since` is when the call began, ms; null while there is none. */
export function useCallActivity(since: number | null): void {
  useEffect(() => {
    if (since === null) return;
    const tell = () => {
      if (Date.now() - since <= LONGEST_MS) dispatchEvent(new Event(CALL_GOES_ON));
    };
    tell();
    const timer = setInterval(tell, EVERY_MS);
    return () => clearInterval(timer);
  }, [since]);
}
