/** Curves over the same steps: each with its name and value beside its mark, told apart without colour as well. */
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Box, Row, Stack, Text } from '../layout';

const WIDTH = 600;
const HEIGHT = 160;
const DASHES = ['', '6 4', '2 3', '10 4 2 4', '1 4', '14 4'];
const Line = chakra('polyline', { base: { fill: 'none', strokeWidth: '2', stroke: 'accent' } });

export interface Curve {
  key: string;
  name: string;
  value: string;
  /** A curve may end before the others. */
  points: readonly number[];
}

/** `label`: for who hears it. `ends`: what the first and the last step are called. */
export function Curves({ label, ends, curves }: { label: string; ends: readonly string[]; curves: readonly Curve[] }) {
  const steps = Math.max(0, ...curves.map(({ points }) => points.length));
  const all = curves.flatMap(({ points }) => points);
  const most = Math.max(...(all.some((one) => one > 0) ? all : [1]));
  const x = (at: number) => (steps < 2 ? WIDTH / 2 : (at / (steps - 1)) * WIDTH);
  const y = (value: number) => HEIGHT - (value / most) * (HEIGHT - 8) - 4;
  return (
    <Stack gap="2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {curves.map(({ key, points }, at) => (
          <Line
            key={key}
            strokeDasharray={DASHES[at % DASHES.length] ?? ''}
            vectorEffect="non-scaling-stroke"
            points={points.map((value, on) => `${x(on)},${y(value)}`).join(' ')}
          />
        ))}
      </svg>
      <Row apart>
        {ends.map((end, at) => (
          <Text key={`${end} ${at}`} as="span" size="tiny" tone="muted">
            {end}
          </Text>
        ))}
      </Row>
      <Row gap="4" flexWrap="wrap">
        {curves.map(({ key, name, value }, at) => (
          <Row key={key} gap="2">
            <svg width="28" height="8" aria-hidden="true">
              <Line points="0,4 28,4" strokeDasharray={DASHES[at % DASHES.length] ?? ''} />
            </svg>
            <Text as="span" size="small">
              {name}
              {': '}
              <strong>{value}</strong>
            </Text>
          </Row>
        ))}
      </Row>
    </Stack>
  );
}

/** A cell of a heat map: the fuller, the larger its share of the largest. */
export function Tint({ share, children }: { share: number; children: ReactNode }) {
  return (
    <Box
      as="span"
      display="block"
      paddingX="2"
      borderRadius="small"
      style={{ background: `color-mix(in srgb, var(--c-accent) ${Math.round(share * 45)}%, transparent)` }}
    >
      {children}
    </Box>
  );
}
