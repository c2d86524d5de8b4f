import { t } from '../i18n';
import { tx } from '../i18n/tx';
import { Button, Sheet, Text } from '../ui';

/** The last minute before an idle session ends. */
export default function IdleWarning({ left, onStay }: { left: number; onStay: () => void }) {
  return (
    <Sheet
      open
      onClose={onStay}
      title={t('Still there?')}
      footer={
        <Button look="primary" wide onClick={onStay}>
          {t('Stay signed in')}
        </Button>
      }
    >
      <Text>
        {tx('You will be signed out in {left} because nothing happened for a while. What is saved stays saved.', {
          left: <strong>{t('{n} s', { n: left })}</strong>,
        })}
      </Text>
    </Sheet>
  );
}
