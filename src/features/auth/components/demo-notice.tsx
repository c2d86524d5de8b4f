import { isFieldRole, parseRole } from '../../../../core/domain/roles';
import { t } from '../../../i18n';
import { chakra, Icon, Stack, Text } from '../../../ui';
import { type DemoSignIn, useSignIn } from '../../session';
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
    minHeight: '3rem',
    paddingInline: '3',
    paddingBlock: '1.5',
    lineHeight: 1.3,
    borderRadius: 'small',
    textAlign: 'start',
    transition: 'background-color var(--quick)',
    _hover: { background: 'accent-soft' },
    _pressed: { background: 'accent-soft', color: 'accent-ink' },
  },
});

const Names = chakra('ul', {
  base: { display: 'flex', flexDirection: 'column', marginInline: '-3', maxHeight: '18rem', overflowY: 'auto' },
});

const roleOf = (entry: DemoSignIn) => parseRole(entry.role);

/**
 * Says that this is demo data, and fills the form with a click. `field` shows who visits borrowers, otherwise who works
 * at a desk; each login screen is for its own.
 */
export default function DemoNotice({
  typed,
  onPick,
  field = false,
}: {
  typed: Typed;
  onPick: (typed: Typed) => void;
  field?: boolean;
}) {
  const { demo } = useSignIn();
  const shown = demo.filter((entry) => {
    const role = roleOf(entry);
    return isFieldRole(role) === field;
  });
  if (shown.length === 0) return null;
  return (
    <Frame aria-label={t('Demo sign-ins')}>
      <Stack gap="0.5">
        <strong>{t('Demo data')}</strong>
        <Text size="small" tone="muted">
          {t('Invented borrowers, nothing real. Choose who to be; it fills the form.')}
        </Text>
      </Stack>
      <Names>
        {shown.map((entry) => {
          const chosen = typed.login === entry.username;
          return (
            <li key={`${entry.role} ${entry.username}`}>
              <Pick
                type="button"
                aria-pressed={chosen}
                onClick={() => onPick({ login: entry.username, password: entry.password })}
              >
                <Icon name={chosen ? 'check' : 'me'} />
                <span style={{ minWidth: 0 }}>
                  <Text as="span" display="block" fontWeight="medium">
                    {roleWords(entry.role)}
                  </Text>
                  <Text as="span" display="block" size="small" tone="muted" truncate>
                    {entry.username}
                  </Text>
                </span>
              </Pick>
            </li>
          );
        })}
      </Names>
    </Frame>
  );
}
