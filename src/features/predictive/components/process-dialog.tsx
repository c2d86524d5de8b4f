import { createProcess, type Process, updateProcess } from '../../../../core/contract/predictive';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { isUnready, PROCESSES, processBody, processSections, typedProcess } from '../process-form';
import { useProcessChoices } from '../queries';

/** A new process, or with `process` one that is changed. */
export function ProcessDialog({
  process,
  withAgents = true,
  onClose,
}: {
  process?: Process;
  withAgents?: boolean;
  onClose: () => void;
}) {
  const choices = useProcessChoices();
  return (
    <EntityForm
      at="dialog"
      draft={`process.${process?.id ?? 'new'}`}
      label={process ? t('Change {name}', { name: process.name }) : t('New process')}
      to={process ? updateProcess : createProcess}
      {...(process && { params: { id: process.id }, version: process.version })}
      values={typedProcess(process)}
      sections={(typed) => processSections(typed, choices.data, withAgents, process)}
      also={processBody}
      unready={isUnready}
      again={PROCESSES}
      send={process ? t('Save changes') : t('Create process')}
      onStored={() => {
        showToast(process ? t('Process changed') : t('Process created'), { tone: 'saved' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
