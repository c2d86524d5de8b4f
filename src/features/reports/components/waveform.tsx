/** A recording from its beginning to its end as bars: what was heard is darker, and a press or an arrow key goes to another place. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { Waveform } from '../../../../core/domain/waveform';
import { t } from '../../../i18n';
import { Skeleton } from '../../../ui';
import { durationWords } from '../../../ui/kit';

const HEIGHT = 56;
const STEP_S = 5;
const Bars = chakra('path', { base: { strokeWidth: '2', strokeLinecap: 'round', fill: 'none' } });
const Track = chakra('div', {
  base: {
    cursor: 'pointer',
    borderRadius: 'small',
    _focusVisible: { outlineStyle: 'solid', outlineWidth: '2px', outlineColor: 'accent', outlineOffset: '2px' },
    _disabled: { cursor: 'default' },
  },
});

/** The place is kept while nothing is known; `null` is a sound that cannot be drawn. `ready`: one may go to another place. */
export function WaveformBars({
  waveform,
  at,
  ready,
  onSeek,
}: {
  waveform: Waveform | null | undefined;
  /** Seconds that were heard. */
  at: number;
  ready: boolean;
  onSeek: (seconds: number) => void;
}) {
  const heard = useId();
  if (waveform === null) return null;
  if (waveform === undefined) return <Skeleton lines={1} height={`${HEIGHT / 16}rem`} />;
  const { peaks, seconds } = waveform;
  const width = peaks.length * 4;
  const bars = peaks
    .map((peak, on) => {
      const half = Math.max(0.5, (peak / 255) * (HEIGHT / 2 - 2));
      return `M${on * 4 + 2} ${HEIGHT / 2 - half}V${HEIGHT / 2 + half}`;
    })
    .join('');
  const to = (place: number) => ready && onSeek(Math.max(0, Math.min(seconds, place)));
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: at - STEP_S,
    ArrowDown: at - STEP_S,
    ArrowRight: at + STEP_S,
    ArrowUp: at + STEP_S,
    Home: 0,
    End: seconds,
  };
  return (
    <Track
      role="slider"
      tabIndex={0}
      aria-label={t('Place in the recording')}
      aria-disabled={!ready}
      aria-valuemin={0}
      aria-valuemax={seconds}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t('{at} of {length}', { at: durationWords(Math.round(at)), length: durationWords(seconds) })}
      onKeyDown={(event) => {
        const place = keys[event.key];
        if (place === undefined) return;
        event.preventDefault();
        to(place);
      }}
      onClick={(event) => {
        const { left, width: wide } = event.currentTarget.getBoundingClientRect();
        if (wide > 0) to(((event.clientX - left) / wide) * seconds);
      }}
    >
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <clipPath id={heard}>
          <rect width={seconds > 0 ? (at / seconds) * width : 0} height={HEIGHT} />
        </clipPath>
        <Bars d={bars} stroke="muted" opacity="0.55" />
        <Bars d={bars} stroke="accent" clipPath={`url(#${heard})`} />
      </svg>
    </Track>
  );
}
