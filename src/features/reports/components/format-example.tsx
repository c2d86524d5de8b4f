/** A client's own file dropped as an example: the format becomes what the file looks like. */
import { useState } from 'react';
import { learnFormat, MOST_EXAMPLE } from '../../../../core/contract/report-formats';
import type { FormatKind } from '../../../../core/domain/report-kinds';
import { failedWrite, useWrite } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Stack, Text } from '../../../ui';
import { FileDrop, ProblemNote } from '../../../ui/kit';
import type { Typed } from './format-columns';

/** `kind`: the report that stays; without one it becomes the one that knows most of the file's headings. */
export function FormatExample({
  kind,
  onLearnt,
}: {
  kind: FormatKind | undefined;
  onLearnt: (learnt: Partial<Typed>) => void;
}) {
  const [tooLarge, setTooLarge] = useState(false);
  const learn = useWrite(learnFormat, (file: File) => ({ query: { kind }, bytes: file }));
  const take = (file: File) => {
    setTooLarge(file.size > MOST_EXAMPLE);
    if (file.size > MOST_EXAMPLE) return;
    learn.mutate(file, {
      onSuccess: ({ kind: found, columns, dayStyle, amountStyle, sheetName }) =>
        onLearnt({
          kind: found,
          columns,
          ...(dayStyle && { dayStyle }),
          ...(amountStyle && { amountStyle }),
          ...(sheetName !== null && { sheetName }),
        }),
    });
  };
  const { unknown = [], columns = [] } = learn.data ?? {};
  return (
    <Stack gap="3">
      <FileDrop
        small
        label={t('A file of the client as an example')}
        takes={t(
          'CSV or XLSX of up to 5 MB. Its headings, their order and how it writes days and amounts are taken over.',
        )}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        busy={learn.isPending}
        onFile={take}
      />
      {tooLarge && <Banner tone="warn" title={t('The file is larger than 5 MB. Its first lines are enough.')} />}
      {learn.error && <ProblemNote tone="danger" problem={failedWrite(learn.error)} />}
      {learn.data && (
        <Banner
          tone={unknown.length > 0 ? 'warn' : 'info'}
          title={t('{n} columns of the example were recognized', { n: columns.length })}
        >
          {unknown.length > 0 && (
            <Text>{t('This report does not have: {columns}', { columns: unknown.join(', ') })}</Text>
          )}
        </Banner>
      )}
    </Stack>
  );
}
