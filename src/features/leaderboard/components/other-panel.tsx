/** Somebody else of one's cohort: what the list says of them, and no more. */
import type { BoardRow } from '../../../../core/contract/leaderboard';
import { t } from '../../../i18n';
import { Money, Text } from '../../../ui';
import { FactLine, Facts, SidePanel } from '../../../ui/kit';
import { cohortWords } from '../words';

export default function OtherPanel({ row, name, onClose }: { row: BoardRow; name: string; onClose: () => void }) {
  return (
    <SidePanel
      about={row.id}
      label={name}
      title={name}
      line={cohortWords(row)}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      <Work row={row} />
      <Text tone="muted">{t('Only those who lead somebody see how their score came about.')}</Text>
    </SidePanel>
  );
}

export const Work = ({ row }: { row: BoardRow }) => (
  <Facts>
    <FactLine name={t('Accounts')}>{row.accounts}</FactLine>
    <FactLine name={t('Allocated POS')}>
      <Money paise={row.openingPaise} short />
    </FactLine>
    <FactLine name={t('Collected')}>
      <Money paise={row.collectedPaise} short />
    </FactLine>
    <FactLine name={t('Calls or visits')}>{row.calls + row.visits}</FactLine>
    <FactLine name={t('Complaints')}>{row.complaints}</FactLine>
    <FactLine name={t('Rule breaches')}>{row.breaches}</FactLine>
  </Facts>
);
