/** What is said in passing, as long as it stands; `Toasts` draws it. */
export type ToastTone = 'info' | 'saved' | 'problem';

interface ToastItem {
  id: number;
  message: string;
  tone: ToastTone;
  action?: { label: string; onClick: () => void };
}

let items: readonly ToastItem[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const set = (next: readonly ToastItem[]) => {
  items = next;
  for (const listener of listeners) listener();
};
export const subscribeToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function dismissToast(id: number) {
  set(items.filter((item) => item.id !== id));
}

/**
 * Says something in passing; never the only place where it is said. Problems stay until dismissed, the rest for
 * `ms` (6 s; the alerts of the specification ask for 15 s).
 */
export function showToast(
  message: string,
  { tone = 'info', ms = 6000, action }: { tone?: ToastTone; ms?: number; action?: ToastItem['action'] } = {},
): () => void {
  const id = nextId++;
  set([...items.filter((item) => item.message !== message).slice(-2), { id, message, tone, action }]);
  if (tone !== 'problem') setTimeout(() => dismissToast(id), ms);
  return () => dismissToast(id);
}

/** Takes away all that is shown. */
export const clearToasts = () => set([]);

/** `const toast = useToast(); toast('Loan updated')`. */
export const useToast = () => showToast;

export const toasts = () => items;
