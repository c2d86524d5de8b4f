/** Work that the server does: how far it is, what came of it so far, and a way to stop it. The server knows, so a reload changes nothing. */
import type { ReactNode } from 'react';
import { t } from '../../i18n';
import { Button } from '../button';
import { Row, Stack, Text } from '../layout';
import { ProgressBar } from '../states';

const number = new Intl.NumberFormat('en-IN');

/** `12,431 of 50,000`, or how many so far while nobody knows how many there are. */
const howFar = (done: number, total: number): string =>
  total > 0
    ? t('{done} of {total}', { done: number.format(Math.min(done, total)), total: number.format(total) })
    : number.format(done);

export function JobProgress({
  label,
  done,
  total,
  words = howFar(done, total),
  note,
  cancel,
}: {
  label: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
  /** Beside the bar, where it does not count rows. */
  words?: string;
  /** What came of it so far, or why it waits. */
  note?: ReactNode;
  cancel?: { label: string; busy: boolean; onCancel: () => void } | undefined;
}) {
  return (
    <Stack gap="3" role="group" aria-label={label}>
      <Row apart gap="3" alignItems="flex-end">
        <Stack flex="1 1 16rem">
          <ProgressBar done={done} total={total} label={`${label} · ${words}`} />
        </Stack>
        {cancel && (
          <Button small busy={cancel.busy} onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
      </Row>
      {note && (
        <Text as="div" size="small" tone="muted">
          {note}
        </Text>
      )}
    </Stack>
  );
}
