/** An alert that woke the browser. It brings an id and nothing of a borrower, so what is shown names nobody. */
declare const self: ServiceWorkerGlobalScope;

export async function showPush(event: PushEvent): Promise<void> {
  let tag = 'alert';
  try {
    const told = event.data?.json() as { alertId?: unknown } | undefined;
    if (typeof told?.alertId === 'string') tag = told.alertId;
  } catch {
    // What cannot be read is shown all the same: the browser wants to see something for every push.
  }
  const open = await self.clients.matchAll({ type: 'window' });
  // Whoever looks at the app has its own toast.
  const seen = open.some((client) => client.visibilityState === 'visible' && client.focused);
  await self.registration.showNotification('Recoup', {
    body: 'You have an alert. Open Recoup to see it.',
    tag,
    icon: '/icons/icon-192.png',
    silent: seen,
  });
}

export async function openApp(): Promise<void> {
  const [client] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (client ? client.focus() : self.clients.openWindow('/'));
}
