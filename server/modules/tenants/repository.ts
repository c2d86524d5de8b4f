import type { Subscription } from '../../../core/domain/insights';
import type { Tx } from '../../db/database';

export interface TenantRules {
  name: string;
  /** IANA zone in which the tenant's days begin and end. */
  zone: string;
  maxPtpDays: number;
  /** Reports are mailed to addresses of these alone; none: to any. */
  mailDomains: string[];
  /** Which of the two screens of insights it has. */
  subscription: Subscription;
  /** How long recordings of calls are given out. */
  recordingDays: number;
}

/** In a platform transaction: tenants are not visible to tenants. */
export async function readRules(tx: Tx, tenantId: string): Promise<TenantRules | undefined> {
  const [row] = await tx.query<{
    name: string;
    zone: string;
    max_ptp_days: number;
    mail_domains: string[];
    subscription: Subscription;
    recording_days: number;
  }>('select name, zone, max_ptp_days, mail_domains, subscription, recording_days from tenants where id = $1', [
    tenantId,
  ]);
  return (
    row && {
      name: row.name,
      zone: row.zone,
      maxPtpDays: row.max_ptp_days,
      mailDomains: row.mail_domains,
      subscription: row.subscription,
      recordingDays: row.recording_days,
    }
  );
}

/** In a platform transaction. */
export async function readActive(tx: Tx, tenantId: string): Promise<boolean> {
  const [row] = await tx.query<{ active: boolean }>('select active from tenants where id = $1', [tenantId]);
  return row?.active === true;
}
