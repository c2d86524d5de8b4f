/** A question about a line to somebody who reconciles. */
import { askAboutBankLine, type BankLineDetail } from '../../../../core/contract/reconciliation';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { LINES, useColleagues } from '../queries';

export function AskAbout({ line, onClose }: { line: BankLineDetail; onClose: () => void }) {
  const { data, error } = useColleagues(line.id);
  return (
    <EntityForm
      at="dialog"
      draft={`bank-line.ask.${line.id}`}
      label={t('Ask about this line')}
      to={askAboutBankLine}
      params={{ id: line.id }}
      version={line.version}
      values={{ userId: '', question: '' }}
      above={<ProblemNote problem={problemOf(error)} />}
      sections={() => [
        {
          fields: {
            userId: {
              label: t('Whom'),
              kind: 'choice',
              options: (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
              hint: t('They see the line from then on.'),
            },
            question: { label: t('Question'), kind: 'area' },
          },
        },
      ]}
      again={[LINES]}
      send={t('Ask')}
      onStored={() => {
        showToast(t('Question sent'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
