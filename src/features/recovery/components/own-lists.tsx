/** A file of loan numbers as a list of one's own, and what came of it. */
import { useState } from 'react';
import { MAX_NUMBERS_FILE } from '../../../../core/contract/hand-allocation';
import type { RecoveryList } from '../../../../core/contract/recovery';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Button, Row, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, FileDrop, ProblemNote } from '../../../ui/kit';
import { useAddList, useDeleteList } from '../queries';

export function OwnLists({ chosen, onChoose }: { chosen: RecoveryList | undefined; onChoose: (id: string) => void }) {
  const add = useAddList();
  const remove = useDeleteList();
  const [asking, setAsking] = useState(false);
  const take = (file: File) => {
    if (file.size > MAX_NUMBERS_FILE) return showToast(t('The file is too large'), { tone: 'problem' });
    add.mutate(file, { onSuccess: ({ id }) => onChoose(id) });
  };
  return (
    <Stack gap="3">
      <FileDrop
        small
        label={t('A file of loan numbers')}
        takes={t('CSV or XLSX of up to 10 MB, with a column Loan number or nothing but numbers')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        busy={add.isPending}
        onFile={take}
      />
      <ProblemNote tone="danger" title={t('The list was not kept')} problem={failedWrite(add.error)} />
      {chosen && (
        <Row apart gap="3">
          <Text strong>{tn(chosen.found, '{name}: {n} loan', '{name}: {n} loans', { name: chosen.name })}</Text>
          <Row gap="2">
            <Button small onClick={() => onChoose('')}>
              {t('Show all')}
            </Button>
            <Button small onClick={() => setAsking(true)}>
              {t('Remove list')}
            </Button>
          </Row>
        </Row>
      )}
      {chosen && chosen.found < chosen.numbers && (
        <Banner
          tone="warn"
          title={tn(chosen.numbers - chosen.found, '{n} number is not known', '{n} numbers are not known')}
        >
          {chosen.examples.join(', ')}
        </Banner>
      )}
      {asking && chosen && (
        <ConfirmDialog
          danger
          title={t('Remove the list {name}?', { name: chosen.name })}
          confirm={t('Remove list')}
          busy={remove.isPending}
          problem={failedWrite(remove.error)}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(chosen.id, {
              onSuccess: () => {
                setAsking(false);
                onChoose('');
              },
            })
          }
        >
          {t('The loans stay as they are.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
