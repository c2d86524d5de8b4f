/** What a rule of the gate comes to, for the page of the rules. */
import type { BuiltIn, PackRule } from '../../../core/domain/contact-gate';
import { t, tn } from '../../i18n';

/** What a rule's values come to, in a cell of a table. */
export function valueWords({ rule, values }: PackRule): string {
  switch (rule) {
    case 'hours':
      return t('{from} to {to} by the borrower’s clock', { from: values.from ?? '', to: values.to ?? '' });
    case 'per-day':
      return tn(values.most ?? 0, 'At most {n} a day', 'At most {n} a day');
    case 'per-week':
      return tn(values.most ?? 0, 'At most {n} a week, from Monday', 'At most {n} a week, from Monday');
    case 'gap':
      return t('{minutes} minutes between two', { minutes: values.minutes ?? 0 });
    case 'dra':
    case 'language':
      if (values.when === 'warn') return t('Warns when it is on file and wrong');
      return values.when === 'always' ? t('Must be on file and right') : t('Blocks when it is on file and wrong');
    case 'holiday':
      return tn(values.days?.length ?? 0, '{n} day without contact', '{n} days without contact');
    case 'third-party':
      return (values.owners ?? []).join(', ');
    default:
      return t('Blocks while it is so');
  }
}

export const LOANS_WORDS: Record<PackRule['loans'], string> = {
  all: 'All loans',
  microfinance: 'Microfinance',
  other: 'All but microfinance',
};

export const OFFER_WORDS: Record<BuiltIn, string> = {
  default: 'The product’s default',
  'draft-2026-02': 'Draft of 12 February 2026',
};
