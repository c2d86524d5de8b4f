import { t } from '../../i18n';
import { chakra, Text } from '../../ui';
import { Kbd, keyWords, Modal, useActiveShortcuts } from '../../ui/kit';

const Keys = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '5',
    rowGap: '2.5',
    alignItems: 'center',
    '& dt': { display: 'flex', gap: '1' },
  },
});

/** The keys that work on the screen behind it. */
export default function KeysSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useActiveShortcuts();
  return (
    <Modal title={t('Keys')} size="small" onClose={onClose}>
      <Keys>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              {keyWords(keys).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </Keys>
      <Text size="small" tone="muted" marginTop="4">
        {t('Tab goes through everything; Enter opens what is marked.')}
      </Text>
    </Modal>
  );
}
