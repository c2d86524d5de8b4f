import { useEffect, useRef } from 'react';
import { t } from '../../i18n';
import { Heading, Stack } from '../../ui';
import { Steps } from '../../ui/kit';

/** Where a form in steps is; each is read from its heading, which is there at once: one that came later would take the keyboard from its field. */
export function StepHead({ steps, step }: { steps: readonly string[]; step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its heading
  useEffect(() => heading.current?.focus(), [step]);
  return (
    <Stack gap="2">
      <Steps label={t('Steps')} steps={steps} current={step} />
      <Heading ref={heading} tabIndex={-1} as="h2" size="title" outline="none">
        {steps[step]}
      </Heading>
    </Stack>
  );
}
