import { chakra } from '@chakra-ui/react/styled-system';
import type { ComponentProps } from 'react';
import { BUCKETS, type Bucket } from '../../core/domain/buckets';
import { t } from '../i18n';
import { Icon, type IconName } from './icon';

const BadgeBase = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '1.5rem',
    paddingInline: '2',
    borderRadius: 'small',
    fontSize: '0.8125rem',
    fontWeight: 'bold',
    lineHeight: 1.2,
    maxWidth: 'full',
    // At large text a long badge breaks rather than pushing the page wide; in a table the table scrolls.
    'table &': { whiteSpace: 'nowrap' },
    'html[data-theme=contrast] &': { border: '1.5px solid currentColor' },
  },
  variants: {
    tone: {
      neutral: { background: 'sunken', color: 'muted' },
      accent: { background: 'accent-soft', color: 'accent-ink' },
      paid: { background: 'paid-soft', color: 'paid' },
      promise: { background: 'promise-soft', color: 'promise' },
      warn: { background: 'warn-soft', color: 'warn' },
      danger: { background: 'danger-soft', color: 'danger' },
      blocked: {
        color: 'blocked',
        background: 'repeating-linear-gradient(-45deg, var(--c-blocked-soft) 0 5px, var(--c-blocked-line) 5px 7px)',
      },
      bucket1: { background: 'bucket1-soft', color: 'bucket1' },
      bucket2: { background: 'bucket2-soft', color: 'bucket2' },
      bucket3: { background: 'bucket3-soft', color: 'bucket3' },
      bucket4: { background: 'bucket4-soft', color: 'bucket4' },
      bucket5: { background: 'bucket5-soft', color: 'bucket5' },
      bucket6: { background: 'bucket6-soft', color: 'bucket6' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

/** `accent` and `neutral` say nothing; the others mean what they are called. */
export type Tone = NonNullable<ComponentProps<typeof BadgeBase>['tone']>;

/** A word with a meaning: the colour repeats what word and icon say. */
export function Badge({ icon, children, ...rest }: ComponentProps<typeof BadgeBase> & { icon?: IconName }) {
  return (
    <BadgeBase {...rest}>
      {icon && <Icon name={icon} size="1rem" />}
      {children}
    </BadgeBase>
  );
}

const bucketTones = ['bucket1', 'bucket2', 'bucket3', 'bucket4', 'bucket5', 'bucket6'] as const;

/** The tone of a bucket, from amber to deep red. */
export const bucketTone = (bucket: Bucket): Tone => bucketTones[BUCKETS.indexOf(bucket)] ?? 'bucket6';

/** DPD and its bucket: "47 DPD · 31-60". Without `dpd`, the bucket alone. */
export function BucketBadge({ bucket, dpd }: { bucket: Bucket; dpd?: number }) {
  return (
    <Badge tone={bucketTone(bucket)} title={t('Bucket {bucket}, days past due', { bucket })}>
      {dpd === undefined ? bucket : `${dpd} DPD`}
    </Badge>
  );
}
