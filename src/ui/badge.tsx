import type { ComponentProps } from 'react';
import { BUCKETS, type Bucket } from '../../core/domain/buckets';
import { t } from '../i18n';
import { Icon, type IconName } from './icon';

/** The look of each stands in theme.css. */
export type Tone =
  | 'neutral'
  | 'accent'
  | 'paid'
  | 'promise'
  | 'warn'
  | 'danger'
  | 'blocked'
  | `bucket${1 | 2 | 3 | 4 | 5 | 6}`;

/**
 * A word with a meaning: the colour repeats what word and icon say. `accent` and `neutral` say nothing; the other tones
 * mean what they are called.
 */
export function Badge({
  icon,
  tone = 'neutral',
  children,
  ...rest
}: ComponentProps<'span'> & { icon?: IconName; tone?: Tone }) {
  return (
    <span className={`badge badge-${tone}`} {...rest}>
      {icon && <Icon name={icon} size="1rem" />}
      {children}
    </span>
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
