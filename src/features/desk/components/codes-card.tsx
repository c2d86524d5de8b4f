import { useRef, useState } from 'react';
import { ApiError, failedWrite, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Banner, Button, Card, Heading, Row, Stack, showToast, Text } from '../../../ui';
import { CardHead, ProblemNote, SmallTable } from '../../../ui/kit';
import { type CodesCheck, useCodeTree, useImportCodes } from '../code-queries';
import { codesCsv } from '../codes-file';

/** What a checked file would do, in one line. */
export function changeWords({ added, changed, retired, rows }: CodesCheck): string {
  const parts = [
    added.length && t('{n} new', { n: added.length }),
    changed.length && t('{n} changed', { n: changed.length }),
    retired.length && t('{n} no longer offered', { n: retired.length }),
  ].filter(Boolean);
  return parts.length
    ? parts.join(', ')
    : tn(rows, 'All {n} code are as they are in use', 'All {n} codes are as they are in use');
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Administrators keep the outcomes that agents choose from: as a file, checked line by line before anything changes. */
export default function CodesCard() {
  const tree = useCodeTree();
  const take = useImportCodes();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const check = take.data;
  const shown = file && check && !check.saved ? check : null;
  const changes = shown ? shown.added.length + shown.changed.length + shown.retired.length : 0;

  const pick = async (chosen: File | undefined) => {
    if (!chosen) return;
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    take.mutate({ csv, commit: false });
    // The same file may be chosen again once it has been mended.
    if (input.current) input.current.value = '';
  };
  const save = () => {
    if (!file) return;
    take.mutate(
      { csv: file.csv, commit: true },
      {
        onSuccess: (result) => {
          if (!result.saved) return;
          showToast(t('Disposition codes saved: {result}', { result: changeWords(result) }));
          setFile(null);
        },
      },
    );
  };

  return (
    <Card flush>
      <CardHead>
        <Heading>{t('Disposition codes')}</Heading>
        <Text size="small" tone="muted">
          {tree.data ? tn(tree.data.length, '{n} code in use', '{n} codes in use') : ''}
        </Text>
      </CardHead>
      <Stack gap="3" padding="4" paddingTop="1">
        <Text tone="muted">
          {t(
            'The outcomes agents choose from. Download them, change the file, and upload it: nothing changes before every line is right. Phones take the new codes at their next sync.',
          )}
        </Text>
        <Row gap="2">
          <Button
            icon="download"
            disabled={!tree.data}
            onClick={() => tree.data && download('disposition-codes.csv', codesCsv(tree.data))}
          >
            {t('Download CSV')}
          </Button>
          <Button busy={take.isPending} onClick={() => input.current?.click()}>
            {t('Upload CSV')}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            aria-label={t('CSV of disposition codes')}
            hidden
            onChange={(event) => void pick(event.currentTarget.files?.[0])}
          />
        </Row>
        {tree.error && !tree.data && (
          <Banner tone="warn" title={t('The codes in use could not be loaded')}>
            {screenWords(tree.error).todo}
          </Banner>
        )}
        {take.error && (
          <ProblemNote tone="danger" problem={failedWrite(take.error)}>
            {file ? `${t('{name} was not taken; the codes in use are unchanged.', { name: file.name })} ` : ''}
            {take.error instanceof ApiError && take.error.offline
              ? t('Upload it again once there is a network.')
              : screenWords(take.error).todo}
          </ProblemNote>
        )}
        {shown && shown.problems.length > 0 && (
          <Banner
            tone="danger"
            title={tn(
              new Set(shown.problems.map(({ line }) => line)).size,
              '{name}: {n} line to mend',
              '{name}: {n} lines to mend',
              { name: file?.name ?? '' },
            )}
          >
            {t('Nothing was changed. Mend these lines in the file and upload it again.')}
          </Banner>
        )}
        {shown && shown.problems.length === 0 && (
          <Banner tone="info" title={`${file?.name}: ${changeWords(shown)}`}>
            {changes > 0 && (
              <Row gap="2" paddingTop="2">
                <Button look="primary" busy={take.isPending} onClick={save}>
                  {tn(changes, 'Save {n} change', 'Save {n} changes')}
                </Button>
                <Button onClick={() => setFile(null)}>{t('Leave as it is')}</Button>
              </Row>
            )}
          </Banner>
        )}
      </Stack>
      {shown && shown.problems.length > 0 && (
        <SmallTable
          label={t('Lines to mend')}
          rows={shown.problems.map((problem, at) => ({ ...problem, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { label: t('Line'), num: true, cell: ({ line }) => line },
            { label: t('Column'), cell: ({ column }) => column || '—' },
            { label: t('What to mend'), cell: ({ message }) => said(message) },
          ]}
        />
      )}
    </Card>
  );
}
