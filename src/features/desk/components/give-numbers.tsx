/** Giving the loans of a list of numbers, pasted or as a file, to somebody. */
import { useState } from 'react';
import { MAX_NUMBERS_FILE } from '../../../../core/contract/hand-allocation';
import { t } from '../../../i18n';
import { Button, Field, Row, Stack, Text, TextArea } from '../../../ui';
import { FileDrop, Modal } from '../../../ui/kit';
import { GiveLoans, useMayAssign } from './assign-loans';

const numbersIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Nothing for those who may not. */
export default function GiveNumbers({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ numbers: File; count: number }>();
  const pasted = numbersIn(text);
  if (!useMayAssign()) return null;
  if (file)
    return (
      <GiveLoans
        count={file.count}
        idsOf={async () => []}
        job={{ numbers: file.numbers }}
        onClose={() => setFile(undefined)}
        onDone={onClose}
      />
    );
  return (
    <Modal title={t('Give loans by their numbers')} onClose={onClose}>
      <Stack gap="3">
        <Field label={t('Loan numbers')} hint={t('One a line, or with commas between them')}>
          <TextArea value={text} onChange={setText} rows={6} />
        </Field>
        <FileDrop
          small
          label={t('Or a file of loan numbers')}
          takes={t('CSV or XLSX of up to 10 MB, with a column Loan number or nothing but numbers')}
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          onFile={(numbers) => numbers.size <= MAX_NUMBERS_FILE && setFile({ numbers, count: 0 })}
        />
        <Text size="small" tone="muted">
          {t('Numbers that are not yours are left out and named.')}
        </Text>
        <Row>
          <Button
            look="primary"
            disabled={pasted.length === 0}
            onClick={() =>
              setFile({
                numbers: new File([['Loan number', ...pasted].join('\n')], t('Pasted numbers'), {
                  type: 'text/csv',
                }),
                count: pasted.length,
              })
            }
          >
            {t('Choose who gets them')}
          </Button>
        </Row>
      </Stack>
    </Modal>
  );
}
