/** What is looked up at most every few seconds, by tenant. */
const BELIEF_MS = 5000;

export interface Believed<T> {
  (tenantId: string): Promise<T>;
  /** This process has just changed it; others see it within seconds. */
  forget(tenantId: string): void;
}

export function believed<T>(read: (tenantId: string) => Promise<T>): Believed<T> {
  const held = new Map<string, { value: Promise<T>; until: number }>();
  const ask = (tenantId: string) => {
    const known = held.get(tenantId);
    if (known && known.until > performance.now()) return known.value;
    const value = read(tenantId);
    held.set(tenantId, { value, until: performance.now() + BELIEF_MS });
    value.catch(() => held.delete(tenantId));
    return value;
  };
  return Object.assign(ask, { forget: (tenantId: string) => void held.delete(tenantId) });
}
