/** Which backups are kept, and how the key of a tenant's backups is written for people. */

/** Of those made by night: the newest of each of the last so many days, weeks (from Monday) and months that have one. */
export const KEPT = { days: 7, weeks: 4, months: 6 } as const;
/** Of those made by hand: they stay until somebody deletes them. */
export const MOST_BY_HAND = 10;
/** The screen warns when the newest verified backup is older. */
export const STALE_DAYS = 2;

export interface DatedBackup {
  id: string;
  /** `YYYY-MM-DD` in the tenant's zone. */
  day: string;
}

function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

/** Ids of those that stay; `backups` are the newest first. */
export function backupsKept(backups: readonly DatedBackup[]): Set<string> {
  const kept = new Set<string>();
  const spans: [most: number, of: (day: string) => string][] = [
    [KEPT.days, (day) => day],
    [KEPT.weeks, mondayOf],
    [KEPT.months, (day) => day.slice(0, 7)],
  ];
  for (const [most, of] of spans) {
    const seen = new Set<string>();
    for (const { id, day } of backups) {
      const span = of(day);
      if (seen.has(span)) continue;
      if (seen.size === most) break;
      seen.add(span);
      kept.add(id);
    }
  }
  return kept;
}

/** 32 bytes as hexadecimal in groups of eight, to be copied or written down. */
export const backupKeyText = (key: Uint8Array): string =>
  Array.from(key, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/.{8}(?=.)/g, '$&-');

/** Undefined for what is no such key; spaces, dashes and capitals do not matter. */
export function backupKeyOf(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\s-]/g, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16));
}
