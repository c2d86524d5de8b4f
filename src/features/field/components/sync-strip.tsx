import { paths } from '../../../routes';
import { chakra, Icon, Link } from '../../../ui';
import { useEngine, useStore, useZone } from '../../session';
import { syncWords } from '../ledger/sync-words';
import { useMinute } from '../queries';

const Strip = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minHeight: '3rem',
    fontSize: 'small',
    fontWeight: 'medium',
    lineHeight: 1.25,
    borderTopWidth: '1px',
    borderTopStyle: 'solid',
    borderColor: 'line',
    _focusVisible: { outlineOffset: '-3px' },
    '& > div': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      width: 'full',
      maxWidth: 'page',
      paddingInline: '4',
      paddingBlock: '1',
    },
    '& strong': { fontWeight: 'bold', display: 'block', fontVariantNumeric: 'tabular-nums' },
    '& svg:last-of-type': { marginInlineStart: 'auto', opacity: 0.7 },
  },
  variants: {
    tone: {
      good: { color: 'paid', background: 'surface' },
      waiting: { color: 'ink', background: 'sunken' },
      busy: { color: 'accent-ink', background: 'accent-soft' },
      attention: { color: 'danger', background: 'danger-soft' },
    },
  },
});

/** The truth about what is sent, under the title of every field screen; opens the ledger. */
export function SyncStrip() {
  const engine = useEngine();
  const status = useStore(engine?.status);
  const now = useMinute();
  const zone = useZone();
  if (!status) return null;
  const { tone, icon, text, detail } = syncWords(status, now, zone);
  return (
    <Strip to={paths.fieldLedger()} tone={tone}>
      <div>
        <Icon name={icon} size="1.25rem" />
        <span role="status" aria-live="polite">
          <strong>{text}</strong>
          {detail}
        </span>
        <Icon name="next" size="1rem" />
      </div>
    </Strip>
  );
}
