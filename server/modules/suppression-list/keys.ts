/** By what entries of the suppression list are compared, and what is shown of them. */
import { hash } from 'node:crypto';
import type { SuppressionKind } from '../../../core/contract/suppression-list';
import { mobileOf } from '../../../core/domain/loan-import/values';
import { maskMobile, maskPan } from '../../../core/domain/masking';
import { isMobile, isPan, email as notEmail } from '../../../core/domain/validators';

/** A PAN as the book keeps it: nobody reads it back, and two tenants' never compare. */
export const panKey = (tenantId: string, pan: string): string => hash('sha256', `${tenantId}:${pan.toUpperCase()}`);

export interface Keyed {
  /** Compared whole. */
  key: string;
  shown: string;
}

/** Undefined when the value is none of this kind. */
export function keyed(tenantId: string, kind: SuppressionKind, value: string): Keyed | undefined {
  const text = value.trim();
  switch (kind) {
    case 'loan':
      return text.length <= 64 ? { key: text, shown: text } : undefined;
    case 'phone': {
      const number = mobileOf(text);
      return typeof number === 'string' && isMobile(number) ? { key: number, shown: maskMobile(number) } : undefined;
    }
    case 'pan':
      return isPan(text.toUpperCase())
        ? { key: panKey(tenantId, text), shown: maskPan(text.toUpperCase()) }
        : undefined;
    case 'email':
      return notEmail(text) === undefined
        ? { key: text.toLowerCase(), shown: text.toLowerCase().replace(/^(.).*(@.*)$/, '$1***$2') }
        : undefined;
  }
}
