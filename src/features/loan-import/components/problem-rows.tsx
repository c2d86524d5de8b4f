/** What the check found: problems by kind, and the rows they stand in, each with its words beside the cell. */
import { useState } from 'react';
import { said, t, tn } from '../../../i18n';
import { Badge, Button, Card, chakra, Heading, Icon, Row, Text } from '../../../ui';
import { CardHead, Table, TableScroll } from '../../../ui/kit';
import type { Verification } from '../queries';
import { PROBLEM_WORDS } from '../words';

const Cell = chakra('td', {
  base: {
    maxWidth: '16rem',
    verticalAlign: 'top !important',
    overflowWrap: 'break-word',
    '&[data-problem=wrong]': { background: 'danger-soft', color: 'danger' },
    '&[data-problem=warning]': { background: 'warn-soft', color: 'warn' },
  },
});
const number = new Intl.NumberFormat('en-IN');

interface Chosen {
  kind: string;
  column: string;
}

const kindWords = (kind: string, example: string): string => {
  const words = PROBLEM_WORDS[kind];
  return words ? t(words) : example;
};

export function Problems({ verification, columns }: { verification: Verification; columns: readonly string[] }) {
  const [chosen, setChosen] = useState<Chosen>();
  const { problemKinds, problemRows } = verification;
  if (problemKinds.length === 0) return null;
  const isChosen = (one: Chosen) => chosen?.kind === one.kind && chosen.column === one.column;
  const rows = chosen ? problemRows.filter(({ problems }) => problems.some(isChosen)) : problemRows;
  return (
    <>
      <Card flush>
        <CardHead>
          <Heading>{t('What needs a look')}</Heading>
        </CardHead>
        <TableScroll>
          <Table>
            <thead>
              <tr>
                <th>{t('What')}</th>
                <th>{t('Column')}</th>
                <th className="num">{t('Rows')}</th>
                <th>{t('For example')}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {problemKinds.map((one) => (
                <tr key={`${one.kind} ${one.column} ${one.warning}`} data-open={isChosen(one) || undefined}>
                  <td>
                    <Row gap="2">
                      <Badge tone={one.warning ? 'warn' : 'danger'} icon="alert">
                        {one.warning ? t('Taken') : t('Refused')}
                      </Badge>
                      {kindWords(one.kind, one.example)}
                    </Row>
                  </td>
                  <td>{one.column || t('The row')}</td>
                  <td className="num">{number.format(one.rows)}</td>
                  <td>{one.example}</td>
                  <td>
                    <Button
                      small
                      look="plain"
                      aria-pressed={isChosen(one)}
                      onClick={() => setChosen(isChosen(one) ? undefined : { kind: one.kind, column: one.column })}
                    >
                      {isChosen(one) ? t('Show all rows') : t('Show its rows')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      </Card>
      <Card flush>
        <CardHead>
          <Heading>{t('Rows that need a look')}</Heading>
          <Text as="span" size="small" tone="muted">
            {tn(rows.length, 'the first {n} row', 'the first {n} rows')}
          </Text>
        </CardHead>
        {rows.length === 0 ? (
          <Text padding="4" tone="muted" role="status">
            {t('None of the first 100 rows has it.')}
          </Text>
        ) : (
          <ProblemRows rows={rows} columns={columns} />
        )}
      </Card>
    </>
  );
}

function ProblemRows({ rows, columns }: { rows: Verification['problemRows']; columns: readonly string[] }) {
  return (
    <TableScroll tabIndex={0} role="region" aria-label={t('Rows that need a look')} maxHeight="32rem" overflowY="auto">
      <Table>
        <thead>
          <tr>
            <th>{t('Line')}</th>
            {columns.map((column, at) => (
              <th key={`${at} ${column}`}>{column || t('(no header)')}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells, problems }) => {
            const ofRow = problems.filter(({ column }) => !columns.includes(column));
            return (
              <tr key={line}>
                <th scope="row">
                  {line}
                  {ofRow.map(({ message }) => (
                    <Text key={message} as="span" display="block" size="tiny" tone="danger" whiteSpace="normal">
                      {said(message)}
                    </Text>
                  ))}
                </th>
                {columns.map((column, at) => {
                  const problem = problems.find((one) => one.column === column);
                  return (
                    <Cell key={`${at} ${column}`} data-problem={problem && (problem.warning ? 'warning' : 'wrong')}>
                      {cells[at]}
                      {problem && (
                        <Row as="span" gap="1" flexWrap="nowrap" fontSize="tiny" alignItems="flex-start">
                          <Icon name="alert" size="1em" />
                          <span>{said(problem.message)}</span>
                        </Row>
                      )}
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </TableScroll>
  );
}
