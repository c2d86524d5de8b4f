/** The rows behind one figure of a report: those that it counts, or that add up to it. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { FigurePage } from '../../../../core/contract/reports';
import { formatDay, isDay } from '../../../../core/domain/dates';
import { BEHIND_COLUMNS, type Figure } from '../../../../core/domain/report-figures';
import type { ReportKind } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { LinkButton, Text } from '../../../ui';
import { figureSource } from '../queries';
import { cellWords, columnLabel } from '../words';
import { addressOf } from './figure-link';
import { ReportScreen } from './report-page';

/** What the line is known by: a name, a day, a bucket. */
const lineWords = (line: FigurePage['line']): string =>
  Object.values(line)
    .flatMap((value) => (value === null ? [] : [isDay(String(value)) ? formatDay(String(value)) : String(value)]))
    .join(', ');

export function FigureScreen({
  kind,
  column,
  figure,
  line,
  report,
}: {
  kind: ReportKind;
  column: string;
  figure: Figure;
  /** Its id. */
  line: string;
  /** The report's heading. */
  report: string;
}) {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const source = useMemo(() => figureSource(kind, column, line, figure), [kind, column, line, figure]);
  const { list, part } = figure;
  const label = columnLabel(column);
  const share = part && { figure: label, column: columnLabel(part[0]), value: cellWords(part[0], part[1]) };
  return (
    <ReportScreen
      source={source}
      title={(of) => (of ? `${label}: ${lineWords(of)}` : label)}
      columns={BEHIND_COLUMNS[list]}
      filters={[]}
      undated
      icon="search"
      empty={{
        title: t('Nothing stands behind it any more'),
        text: t('The figure has changed since the report was read.'),
      }}
      note={
        share && (
          <Text tone="muted">{t('{figure} is the share of those with {column} {value} among these rows.', share)}</Text>
        )
      }
      actions={
        <LinkButton to={addressOf(search, undefined)} state={state}>
          {t('Back to {report}', { report })}
        </LinkButton>
      }
    />
  );
}
