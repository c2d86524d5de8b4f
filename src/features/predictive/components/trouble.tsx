import { failedWrite, fieldWords } from '../../../api';
import { said } from '../../../i18n';
import { ProblemNote } from '../../../ui/kit';

/** What a refused write says by field, in the reader's language. */
export function saidFields(error: unknown): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(fieldWords(error)).map(([path, words]) => [path, words && said(words)]));
}

/** Above the form: what went wrong that belongs to none of its fields. */
export function Trouble({ error }: { error: Error | null }) {
  if (Object.keys(fieldWords(error)).length > 0) return null;
  return <ProblemNote tone="danger" problem={failedWrite(error)} />;
}
