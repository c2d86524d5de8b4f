import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n';
import { Button } from '../button';
import { Stack, Text } from '../layout';
import { ProgressBar } from '../states';

const Frame = chakra('dialog', {
  base: {
    margin: 'auto',
    padding: '6',
    width: 'min(24rem, calc(100vw - 2rem))',
    background: 'surface',
    color: 'ink',
    borderRadius: 'card',
    boxShadow: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
  },
});
const Turning = chakra('span', {
  base: {
    boxSize: '8',
    borderRadius: 'full',
    border: '3px solid var(--c-line)',
    borderTopColor: 'accent',
    animation: 'turn 800ms linear infinite',
  },
});

/**
 * Over the whole screen while something must not be disturbed. With a `total` the bar moves with the work; with
 * `onCancel` it can be stopped, by its button or Esc.
 */
export function LoadingOverlay({
  label,
  done,
  total,
  onCancel,
}: {
  label: string;
  done?: number;
  total?: number;
  onCancel?: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <Frame
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
    >
      <Stack gap="4" alignItems={total === undefined ? 'center' : 'stretch'}>
        {total === undefined ? (
          <>
            <Turning aria-hidden="true" />
            <Text role="status">{label}</Text>
          </>
        ) : (
          <ProgressBar done={done ?? 0} total={total} label={label} />
        )}
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </Stack>
    </Frame>
  );
}
