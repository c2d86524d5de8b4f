/** A saved mapping changed without a file: what each column becomes, what is done to its values, and what happens to which loans. */
import { useState } from 'react';
import { type LoanMapping, mappingProblems } from '../../../../core/domain/loan-import';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Button, chakra, Stack, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { chooseField, setTransforms } from '../mapping-edit';
import { type SavedMapping, useMappingActions } from '../queries';
import { MappingColumn } from './mapping-column';
import { FixedValues, MissingFields } from './mapping-notes';
import { PolicyChoice } from './policy-choice';

const Columns = chakra('ul', { base: { listStyle: 'none', margin: '0', padding: '0' } });

export function EditMapping({
  saved: { id, kind, client, mapping: before },
  newest,
  onClose,
}: {
  saved: SavedMapping;
  /** The client's newest version that was seen. */
  newest: number;
  onClose: () => void;
}) {
  const [mapping, setMapping] = useState<LoanMapping>(before);
  const { change } = useMappingActions();
  const headers = mapping.columns.map(({ header }) => header);
  const wrong = mappingProblems(mapping, headers, kind).length > 0;
  const same = JSON.stringify(mapping) === JSON.stringify(before);
  const save = () => change.mutate({ id, newest, mapping }, { onSuccess: onClose });
  return (
    <Modal
      size="large"
      title={t('Change the mapping of {client}', { client })}
      problem={failedWrite(change.error)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" busy={change.isPending} disabled={wrong || same} onClick={save}>
            {t('Save as version {n}', { n: newest + 1 })}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text size="small" tone="muted">
          {t('Loans that came in stay as they are. What you choose is seen on values when the next file is mapped.')}
        </Text>
        <MissingFields kind={kind} mapping={mapping} columns={headers} onChange={setMapping} />
        <Columns>
          {mapping.columns.map((column, at) => (
            <MappingColumn
              key={`${column.header} ${column.nth ?? 0}`}
              kind={kind}
              column={column}
              header={column.header}
              takenBy={(field) => mapping.columns.find((other) => other.field === field)?.header}
              onChoose={(field) => setMapping(chooseField(mapping, at, field))}
              onTransforms={(transforms) => setMapping(setTransforms(mapping, at, transforms))}
            />
          ))}
        </Columns>
        <PolicyChoice
          policy={mapping.policy}
          onlyChanges={kind !== 'loans'}
          onChange={(policy) => setMapping({ ...mapping, policy })}
        />
        <FixedValues kind={kind} mapping={mapping} onChange={setMapping} />
      </Stack>
    </Modal>
  );
}
