import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { Heading, Stack, Text } from '../layout';

const Columns = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' },
  variants: { wide: { true: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } } } },
});

/** A part of a form under its heading; in two columns where there is room. */
export function FormPart({
  title,
  note,
  wide = true,
  children,
}: {
  title: string;
  note?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap="3">
      <Stack gap="0.5">
        <Heading id={id}>{title}</Heading>
        {note && (
          <Text size="small" tone="muted">
            {note}
          </Text>
        )}
      </Stack>
      <Columns wide={wide}>{children}</Columns>
    </Stack>
  );
}
