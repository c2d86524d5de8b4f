import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n';
import { Button } from '../../../ui';
import { useNow, useQueues } from '../queries';

const FollowUpList = lazy(() => import('./follow-up-list'));

/** Callbacks of today and before that the agent still owes: how many, and behind the number the loans. */
export function FollowUps() {
  const now = useNow();
  const queues = useQueues();
  const [open, setOpen] = useState(false);
  if (!queues) return null;
  const rows = queues.callback.filter(({ worked }) => !worked);
  const pending = rows.filter(({ callbackAt }) => Date.parse(callbackAt ?? '') <= now).length;
  return (
    <>
      <Button small icon="clock" onClick={() => setOpen(true)}>
        {t('Follow-ups: {pending} pending, {upcoming} upcoming', { pending, upcoming: rows.length - pending })}
      </Button>
      <Suspense>{open && <FollowUpList rows={rows} now={now} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
