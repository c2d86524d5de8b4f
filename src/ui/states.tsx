import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../i18n';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import { Heading, Row, Stack, Text, VisuallyHidden } from './layout';

const Round = chakra('div', {
  base: {
    boxSize: '16',
    borderRadius: 'full',
    display: 'grid',
    placeItems: 'center',
    background: 'accent-soft',
    color: 'accent-ink',
  },
  variants: { tone: { danger: { background: 'danger-soft', color: 'danger' } } },
});

/** Nothing here: what this place is for, and the one thing to do about it. */
export function EmptyState({
  icon = 'info',
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack alignItems="center" textAlign="center" gap="3" paddingBlock="10" paddingInline="4">
      <Round>
        <Icon name={icon} size="1.75rem" />
      </Round>
      <Heading>{title}</Heading>
      {children && (
        <Text tone="muted" maxWidth="24rem">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/** Something failed: what happened, what was kept, what to do. `reference` is the server's request id. */
export function ErrorState({
  title,
  kept,
  todo,
  retry,
  action,
  reference,
}: {
  title: string;
  /** What is safe, in the user's words: "Your 3 unsent records are safe on this phone." */
  kept?: ReactNode;
  todo?: ReactNode;
  retry?: () => void;
  action?: ReactNode;
  reference?: string | undefined;
}) {
  return (
    <Stack role="alert" alignItems="center" textAlign="center" gap="3" paddingBlock="10" paddingInline="4">
      <Round tone="danger">
        <Icon name="alert" size="1.75rem" />
      </Round>
      <Heading>{title}</Heading>
      <Stack gap="1" maxWidth="26rem">
        {kept && <Text>{kept}</Text>}
        {todo && <Text tone="muted">{todo}</Text>}
      </Stack>
      <Row justifyContent="center">
        {retry && (
          <Button icon="sync" look="primary" onClick={retry}>
            {t('Try again')}
          </Button>
        )}
        {action}
      </Row>
      {reference && (
        <Text size="small" tone="muted">
          {t('Reference {reference}', { reference })}
        </Text>
      )}
    </Stack>
  );
}

/** True once `ms` have passed: what is ready sooner never flashes a placeholder. */
export function useDelayed(ms = 300): boolean {
  const [past, setPast] = useState(ms <= 0);
  useEffect(() => {
    if (ms <= 0) return;
    const timer = setTimeout(() => setPast(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return past;
}

const Bone = chakra('div', {
  base: { background: 'sunken', borderRadius: 'small', animation: 'breathe 1.6s ease-in-out infinite' },
});

/** The shape of what is coming, after 300 ms. `lines` rows of `height`. */
export function Skeleton({
  lines = 1,
  height = '1.25rem',
  delay = 300,
}: {
  lines?: number;
  height?: string;
  delay?: number;
}) {
  const shown = useDelayed(delay);
  if (!shown) return null;
  return (
    <Stack gap="3" role="status">
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, index) => (
        <Bone key={index} style={{ height }} />
      ))}
    </Stack>
  );
}

const Track = chakra('div', {
  base: { height: '2', borderRadius: 'full', background: 'sunken', overflow: 'hidden', width: 'full' },
});
const Fill = chakra('div', {
  base: {
    height: 'full',
    background: 'accent',
    borderRadius: 'full',
    transition: 'width var(--calm) linear',
    'html[data-theme=contrast] &': { borderRightWidth: '2px' },
  },
  variants: { tone: { paid: { background: 'paid-solid' } } },
});

/** Moves with the work: `done` of `total`, with its words above. Without a total it only says that work goes on. */
export function ProgressBar({
  done,
  total,
  label,
  tone,
}: {
  done: number;
  total: number;
  label: string;
  tone?: 'paid';
}) {
  const share = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return (
    <Stack gap="1.5">
      <Text size="small" tone="muted" as="span">
        {label}
      </Text>
      <Track role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
        <Fill tone={tone} style={{ width: `${share}%` }} />
      </Track>
    </Stack>
  );
}
