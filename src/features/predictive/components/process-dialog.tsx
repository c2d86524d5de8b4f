import { useState } from 'react';
import type { Process } from '../../../../core/contract/predictive';
import { uuidv7 } from '../../../../core/domain/ids';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Button, Stack, showToast } from '../../../ui';
import { DraftNote, Modal, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { EMPTY_PROCESS, ProcessForm, settingsOf, type TypedProcess, typedOf } from '../process-form';
import { useCreateProcess, useProcessChoices, useUpdateProcess } from '../queries';

/** What a refused write says by field, in the reader's language. */
export function saidFields(error: unknown): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(fieldWords(error)).map(([path, words]) => [path, words && said(words)]));
}

/** Above the form: what went wrong that belongs to none of its fields. */
export function Trouble({ error }: { error: Error | null }) {
  if (Object.keys(fieldWords(error)).length > 0) return null;
  return <ProblemNote tone="danger" problem={failedWrite(error)} />;
}

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
  const zone = useZone();
  const choices = useProcessChoices();
  const create = useCreateProcess();
  const update = useUpdateProcess();
  const write = process ? update : create;
  const [id] = useState(() => process?.id ?? uuidv7());
  const draft = useDraft<TypedProcess>(`process.${process?.id ?? 'new'}`, process ? typedOf(process) : EMPTY_PROCESS);
  const [openedWith] = useState(draft.changedAt);
  const done = () => {
    draft.discard();
    showToast(process ? t('Process changed') : t('Process created'), { tone: 'saved' });
    onClose();
  };
  const store = () => {
    const settings = settingsOf(draft.value);
    if (process) update.mutate({ id, version: process.version, ...settings }, { onSuccess: done });
    else create.mutate({ id, portfolioId: draft.value.portfolioId, ...settings }, { onSuccess: done });
  };
  return (
    <Modal
      title={process ? t('Change {name}', { name: process.name }) : t('New process')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="primary"
            busy={write.isPending}
            disabled={draft.value.name.trim() === '' || draft.value.portfolioId === ''}
            onClick={store}
          >
            {process ? t('Save changes') : t('Create process')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Trouble error={write.error} />
        {draft.changedAt !== undefined && openedWith !== undefined && (
          <DraftNote at={openedWith} zone={zone} onDiscard={draft.discard} />
        )}
        <ProcessForm
          value={draft.value}
          onChange={draft.set}
          choices={choices.data}
          errors={saidFields(write.error)}
          process={process}
          withAgents={withAgents}
        />
      </Stack>
    </Modal>
  );
}
