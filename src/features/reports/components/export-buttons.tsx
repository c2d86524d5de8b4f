/** A report as a file: few lines at once, any number through the list of exports. */
import { useState } from 'react';
import { MOST_REPORT_LINES } from '../../../../core/domain/report-kinds';
import { t } from '../../../i18n';
import { Button } from '../../../ui';
import { isAtWork, useExports, useStartExport } from '../export-queries';
import type { ReportFilters, ReportSource, useReportFile } from '../queries';
import { ExportsDialog } from './exports-dialog';

export function ExportButtons({
  exported,
  file,
  filters,
  total,
  exact,
}: {
  exported: NonNullable<ReportSource['exported']>;
  file: ReturnType<typeof useReportFile>;
  filters: ReportFilters;
  /** Lines that match, 0 while that is not known; `exact` where they were counted one by one. */
  total: number;
  exact: boolean;
}) {
  const [open, setOpen] = useState(false);
  const exports = useExports();
  const start = useStartExport();
  const wanted = { ...exported, filters };
  const working = exports.data?.filter(isAtWork).length ?? 0;
  const exportCsv = () => {
    if (exact && total <= MOST_REPORT_LINES) return file.mutate(filters);
    setOpen(true);
    start.mutate({ fileType: 'csv', ...wanted });
  };
  return (
    <>
      <Button icon="clock" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {working > 0 ? t('Exports ({n} being written)', { n: working }) : t('Exports')}
      </Button>
      <Button icon="download" busy={file.isPending} disabled={total === 0} onClick={exportCsv}>
        {t('Export CSV')}
      </Button>
      {open && (
        <ExportsDialog
          exports={exports}
          start={(fileType) => start.mutate({ fileType, ...wanted })}
          problem={start.error}
          busy={start.isPending}
          empty={total === 0}
          ownFormat={exported.formatId !== undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
