/** The switch of a record that is used or not, with an undo; switching off asks first. */
import { useState } from 'react';
import { t } from '../../i18n';
import { Card } from '../layout';
import { showToast } from '../toast-store';
import { ConfirmDialog } from './modal';
import { type Problem, ProblemNote } from './problem';
import { Switch } from './switch';

interface Write {
  mutate: (active: boolean, then: { onSuccess: () => void }) => void;
  isPending: boolean;
  problem: Problem | undefined;
  reset: () => void;
}

export function ActiveCard({
  name,
  active,
  notes,
  asks,
  write,
  takeBack,
}: {
  name: string;
  active: boolean;
  /** What it means that it is on, and off. */
  notes: { on: string; off: string };
  /** What goes when it is switched off. */
  asks: string;
  write: Write;
  takeBack: (active: boolean, then: { onSuccess: () => void }) => void;
}) {
  const [asking, setAsking] = useState(false);
  function switchTo(to: boolean) {
    const said = (now: boolean) => t(now ? '{name} is active' : '{name} is switched off', { name });
    const undo = () => takeBack(!to, { onSuccess: () => showToast(said(!to)) });
    write.mutate(to, {
      onSuccess: () => {
        setAsking(false);
        showToast(said(to), { action: { label: t('Undo'), onClick: undo } });
      },
    });
  }
  return (
    <Card padding={{ base: '4', md: '6' }}>
      <Switch
        label={t('Active')}
        note={active ? notes.on : notes.off}
        on={active}
        disabled={write.isPending}
        onChange={(to) => {
          if (to) return switchTo(true);
          write.reset();
          setAsking(true);
        }}
      />
      {!asking && <ProblemNote tone="danger" title={t('Nothing was changed')} problem={write.problem} />}
      {asking && (
        <ConfirmDialog
          title={t('Switch {name} off?', { name })}
          confirm={t('Switch off')}
          danger
          busy={write.isPending}
          problem={write.problem}
          onConfirm={() => switchTo(false)}
          onClose={() => {
            write.reset();
            setAsking(false);
          }}
        >
          {asks}
        </ConfirmDialog>
      )}
    </Card>
  );
}
