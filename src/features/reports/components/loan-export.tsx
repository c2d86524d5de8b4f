/** The list of loans as a file: what is shown there, however much it is. */
import type { WantedExport } from '../export-queries';
import { useExports, useStartExport } from '../export-queries';
import { ExportsDialog } from './exports-dialog';

export default function LoanExport({
  list,
  empty,
  onClose,
}: {
  list: NonNullable<WantedExport['list']>;
  /** No loan is shown. */
  empty: boolean;
  onClose: () => void;
}) {
  const exports = useExports();
  const start = useStartExport();
  return (
    <ExportsDialog
      exports={exports}
      start={(fileType) => start.mutate({ kind: 'loans', list, fileType })}
      problem={start.error}
      busy={start.isPending}
      empty={empty}
      onClose={onClose}
    />
  );
}
