/** One planting at a time is awake: the name that this global holds. */
export const SWITCH = '__awakeMutant';

export function wake(name: string | null): void {
  (globalThis as Record<string, unknown>)[SWITCH] = name;
}
