/** An accepted line is open again, with the reason. */
import { type BankLineDetail, reverseBankLine } from '../../../../core/contract/reconciliation';
import { t } from '../../../i18n';
import { showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';
import { LINES } from '../queries';

export function ReverseLine({ line, onClose }: { line: BankLineDetail; onClose: () => void }) {
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`bank-line.reverse.${line.id}`}
      label={t('Reverse this line?')}
      to={reverseBankLine}
      params={{ id: line.id }}
      version={line.version}
      values={{ reason: '' }}
      above={
        <Text>
          {t('What it posted is taken back, what it confirmed is a receipt again, and the dues are due again.')}
        </Text>
      }
      sections={() => [{ fields: { reason: { label: t('Why'), kind: 'area' } } }]}
      again={[LINES]}
      danger
      send={t('Reverse')}
      onStored={() => {
        showToast(t('Reversed: the line is open again'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
