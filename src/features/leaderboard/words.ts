/** The words of the leaderboard. Called while drawing. */
import type { BoardPerson, BoardRow } from '../../../core/contract/leaderboard';
import {
  type Gain,
  LEAST_ACCOUNTS,
  type PromiseSign,
  SCORE_PARTS,
  type ScorePart,
} from '../../../core/domain/leaderboard';
import { formatRupees, formatRupeesShort } from '../../../core/domain/money';
import { t, tn } from '../../i18n';
import { roleWords } from '../auth';

export const shareWords = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
export const pointWords = (hundredths: number | null): string =>
  hundredths === null ? '–' : (hundredths / 100).toFixed(2);

export const partWords = (part: ScorePart): string =>
  ({
    resolution: t('Principal resolved'),
    kept: t('Promises kept, by value'),
    conversion: t('Promises of borrowers reached'),
    quality: t('Quality'),
    attendance: t('Attendance'),
  })[part];

/** From what a figure was made. */
export function madeOf(part: ScorePart, row: BoardRow): string {
  switch (part) {
    case 'resolution':
      return t('{part} of {whole}; the middle of the cohort is {median}', {
        part: formatRupeesShort(row.resolvedPaise),
        whole: formatRupeesShort(row.openingPaise),
        median: shareWords(row.median),
      });
    case 'kept':
      return row.duePaise > 0
        ? t('{part} of {whole} that fell due', {
            part: formatRupeesShort(row.keptPaise),
            whole: formatRupeesShort(row.duePaise),
          })
        : t('No promise fell due');
    case 'conversion':
      return t('{part} of {whole} borrowers reached', { part: row.promised, whole: row.reached });
    case 'quality':
      return t('Nobody measures it yet');
    case 'attendance':
      return t('{part} of {whole} working days', { part: row.presentDays, whole: row.workDays });
  }
}

export function gainWords({ part, change, rank }: Gain): string {
  // A rupee too many gains it as well; paise only look exact.
  const values = { rank, n: change, amount: formatRupees(Math.ceil(change / 100) * 100) };
  switch (part) {
    case 'resolution':
      return t('{amount} more principal resolved: rank {rank}', values);
    case 'kept':
      return t('{amount} more of the promises due kept: rank {rank}', values);
    case 'conversion':
      return tn(
        change,
        '{n} more promise of a borrower reached: rank {rank}',
        '{n} more promises of borrowers reached: rank {rank}',
        values,
      );
    case 'quality':
      return tn(change, '{n} point more quality: rank {rank}', '{n} points more quality: rank {rank}', values);
    case 'attendance':
      return tn(change, '{n} more day at work: rank {rank}', '{n} more days at work: rank {rank}', values);
    case 'breaches':
      return tn(
        change,
        '{n} contact outside the rules less: rank {rank}',
        '{n} contacts outside the rules less: rank {rank}',
        values,
      );
  }
}

export const signWords = (sign: PromiseSign): string =>
  ({
    short: t('Call too short'),
    burst: t('Burst before the month’s end'),
    again: t('Broken again'),
  })[sign];

export const cohortWords = ({ role, bucket }: Pick<BoardRow, 'role' | 'bucket'>): string =>
  `${roleWords(role)} · ${bucket}`;

/** Parts whose weight went to the others. */
export const unknownParts = (lines: readonly { part: ScorePart; index: number | null; weight: number }[]) =>
  SCORE_PARTS.filter((part) => lines.some((line) => line.part === part && line.index === null && line.weight > 0));

export const standWords = ({ row: { rank, score, accounts }, cohort: { ranked } }: BoardPerson): string =>
  rank !== null
    ? t('Rank {rank} of {ranked}, {points} points', { rank, ranked, points: pointWords(score) })
    : accounts < LEAST_ACCOUNTS
      ? t('Not ranked: fewer than {n} loans', { n: LEAST_ACCOUNTS })
      : t('Not ranked: nothing is known that has a weight');
