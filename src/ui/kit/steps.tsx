/** Where a piece of work stands among its steps. The state is the caller's, usually a row of the server's. */
import { chakra } from '@chakra-ui/react/styled-system';
import { t } from '../../i18n';
import { Icon } from '../icon';
import { VisuallyHidden } from '../layout';

const List = chakra('ol', {
  base: { display: 'flex', gap: '1', listStyle: 'none', flexWrap: 'wrap', fontSize: 'small' },
});
const Step = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    color: 'muted',
    '& + &::before': { content: '""', width: '1.25rem', borderTop: '1px solid var(--c-control)', marginInline: '1' },
    '& > span': {
      boxSize: '6',
      borderRadius: 'full',
      display: 'grid',
      placeItems: 'center',
      borderWidth: 'var(--edge)',
      borderStyle: 'solid',
      borderColor: 'control',
      fontVariantNumeric: 'tabular-nums',
    },
    '&[data-stands=done] > span': { background: 'accent-soft', color: 'accent-ink', borderColor: 'transparent' },
    '&[aria-current]': { color: 'ink', fontWeight: 'bold' },
    '&[aria-current] > span': { background: 'accent', color: 'on-accent', borderColor: 'transparent' },
    // On a phone only the step that is open says its name.
    '& > em': { fontStyle: 'normal', display: { base: 'none', md: 'inline' } },
    '&[aria-current] > em': { display: 'inline' },
  },
});

/** `current` counts from 0; those before it are done. */
export function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <List aria-label={label}>
      {steps.map((step, at) => (
        <Step
          key={step}
          data-stands={at < current ? 'done' : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          <span aria-hidden="true">{at < current ? <Icon name="check" size="1rem" /> : at + 1}</span>
          <em>{step}</em>
          {at < current && <VisuallyHidden>{t('done')}</VisuallyHidden>}
        </Step>
      ))}
    </List>
  );
}
