/** What backups are called. */
import type { Backup } from '../../../core/contract/backups';
import { said, t } from '../../i18n';
import type { Look } from '../../ui/kit';

export const isAtWork = ({ state }: Backup): boolean =>
  state === 'waiting' || state === 'writing' || state === 'verifying';
/** Only what nobody writes any more is deleted. */
export const isWritten = ({ state }: Backup): boolean => state !== 'waiting' && state !== 'writing';

export const byWords = ({ by }: Backup): string => (by === null ? t('By night') : by);

export function stateLook({ state, verdict }: Backup): Look {
  if (state === 'waiting') return { words: t('Waiting'), tone: 'neutral' };
  if (state === 'writing') return { words: t('Being made'), tone: 'accent' };
  if (state === 'verifying') return { words: t('Being verified'), tone: 'accent' };
  if (state === 'failed') return { words: t('Failed'), tone: 'danger' };
  if (verdict === 'verified') return { words: t('Verified'), tone: 'paid' };
  if (verdict === 'differs') return { words: t('Does not bring everything back'), tone: 'danger' };
  if (verdict === 'too-large') return { words: t('Not verified: too large'), tone: 'warn' };
  return { words: t('Not verified'), tone: 'danger' };
}

/** Why it failed or what differed; in the server's words. */
export const problemWords = ({ problem }: Backup): string | undefined => (problem === null ? undefined : said(problem));
