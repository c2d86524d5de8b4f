import { chakra, Icon, Stack, Text } from '../../../ui';
import { useSignIn } from '../../session';
import { roleWords } from '../role-words';
import type { Typed } from './login-form';

const Frame = chakra('section', {
  base: {
    borderRadius: 'card',
    borderWidth: 'var(--edge)',
    borderStyle: 'dashed',
    borderColor: 'control',
    padding: '4',
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
  },
});
const Pick = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: 'control',
    paddingInline: '3',
    paddingBlock: '1',
    borderRadius: 'small',
    textAlign: 'start',
    transition: 'background-color var(--quick)',
    _hover: { background: 'accent-soft' },
    _pressed: { background: 'accent-soft', color: 'accent-ink' },
  },
});

/** Says that this is demo data, and fills the form with a click. `first` brings one role's sign-ins to the top. */
export function DemoNotice({ typed, onPick, first }: { typed: Typed; onPick: (typed: Typed) => void; first: string }) {
  const { demo } = useSignIn();
  if (demo.length === 0) return null;
  const sorted = [...demo].sort((a, b) => Number(b.role === first) - Number(a.role === first));
  return (
    <Frame aria-label="Demo sign-ins">
      <Stack gap="0.5">
        <strong>Demo data</strong>
        <Text size="small" tone="muted">
          Invented borrowers, nothing real. Choose who to be; it fills the form.
        </Text>
      </Stack>
      <Stack as="ul" gap="0.5" marginX="-3">
        {sorted.map((entry) => (
          <li key={`${entry.role} ${entry.username}`}>
            <Pick
              type="button"
              aria-pressed={typed.login === entry.username}
              onClick={() => onPick({ login: entry.username, password: entry.password })}
            >
              <Icon name={typed.login === entry.username ? 'check' : 'me'} />
              <span style={{ flex: 1, fontWeight: 500 }}>{roleWords(entry.role)}</span>
              <Text as="span" size="small" tone="muted">
                {entry.username}
              </Text>
            </Pick>
          </li>
        ))}
      </Stack>
    </Frame>
  );
}
