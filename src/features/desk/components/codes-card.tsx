import { useRef, useState } from 'react';
import { ApiError, screenWords } from '../../../api';
import { Banner, Button, Card, Heading, Row, Stack, showToast, Text } from '../../../ui';
import { CardHead, Table, TableScroll } from '../../../ui/kit';
import { codesCsv } from '../codes-file';
import { type CodesCheck, useCodeTree, useImportCodes } from '../queries';

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** What a checked file would do, in one line. */
export function changeWords({ added, changed, retired, rows }: CodesCheck): string {
  const parts = [
    added.length && `${added.length} new`,
    changed.length && `${changed.length} changed`,
    retired.length && `${retired.length} no longer offered`,
  ].filter(Boolean);
  return parts.length ? parts.join(', ') : `All ${count(rows, 'code')} are as they are in use`;
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
          showToast(`Disposition codes saved: ${changeWords(result)}`);
          setFile(null);
        },
      },
    );
  };

  return (
    <Card flush>
      <CardHead>
        <Heading>Disposition codes</Heading>
        <Text size="small" tone="muted">
          {tree.data ? `${count(tree.data.length, 'code')} in use` : ''}
        </Text>
      </CardHead>
      <Stack gap="3" padding="4" paddingTop="1">
        <Text tone="muted">
          The outcomes agents choose from. Download them, change the file, and upload it: nothing changes before every
          line is right. Phones take the new codes at their next sync.
        </Text>
        <Row gap="2">
          <Button
            icon="download"
            disabled={!tree.data}
            onClick={() => tree.data && download('disposition-codes.csv', codesCsv(tree.data))}
          >
            Download CSV
          </Button>
          <Button busy={take.isPending} onClick={() => input.current?.click()}>
            Upload CSV
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            aria-label="CSV of disposition codes"
            hidden
            onChange={(event) => void pick(event.currentTarget.files?.[0])}
          />
        </Row>
        {tree.error && !tree.data && (
          <Banner tone="warn" title="The codes in use could not be loaded">
            {screenWords(tree.error).todo}
          </Banner>
        )}
        {take.error && (
          <Banner tone="danger" title={screenWords(take.error).title}>
            {file ? `${file.name} was not taken; the codes in use are unchanged. ` : ''}
            {take.error instanceof ApiError && take.error.offline
              ? 'Upload it again once there is a network.'
              : screenWords(take.error).todo}
          </Banner>
        )}
        {shown && shown.problems.length > 0 && (
          <Banner
            tone="danger"
            title={`${file?.name}: ${count(new Set(shown.problems.map(({ line }) => line)).size, 'line')} to mend`}
          >
            Nothing was changed. Mend these lines in the file and upload it again.
          </Banner>
        )}
        {shown && shown.problems.length === 0 && (
          <Banner tone="info" title={`${file?.name}: ${changeWords(shown)}`}>
            {changes > 0 && (
              <Row gap="2" paddingTop="2">
                <Button look="primary" busy={take.isPending} onClick={save}>
                  Save {count(changes, 'change')}
                </Button>
                <Button onClick={() => setFile(null)}>Leave as it is</Button>
              </Row>
            )}
          </Banner>
        )}
      </Stack>
      {shown && shown.problems.length > 0 && (
        <TableScroll>
          <Table aria-label="Lines to mend">
            <thead>
              <tr>
                <th scope="col" className="num">
                  Line
                </th>
                <th scope="col">Column</th>
                <th scope="col">What to mend</th>
              </tr>
            </thead>
            <tbody>
              {shown.problems.map((problem, at) => (
                <tr key={at}>
                  <td className="num">{problem.line}</td>
                  <td>{problem.column || '—'}</td>
                  <td>{problem.message}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      )}
    </Card>
  );
}
