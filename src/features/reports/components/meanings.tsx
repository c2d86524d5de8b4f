/** What the figures of a report mean, a press away from them. */
import { useState } from 'react';
import type { ReportColumn } from '../../../../core/domain/report-kinds';
import { COLUMN_NOTES } from '../../../../core/domain/report-notes';
import { t } from '../../../i18n';
import { Button, Stack, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { columnLabel } from '../words';

const noteOf = (id: string): string | undefined => (id in COLUMN_NOTES ? t(COLUMN_NOTES[id as never]) : undefined);

/** `headings` of a client's format stand in place of ours. */
export function Meanings({
  columns,
  headings = {},
}: {
  columns: readonly ReportColumn[];
  headings?: Readonly<Record<string, string>> | undefined;
}) {
  const [open, setOpen] = useState(false);
  const told = columns.filter(({ id }) => noteOf(id));
  if (told.length === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('What the figures mean')}
      </Button>
      {open && (
        <Modal title={t('What the figures mean')} onClose={() => setOpen(false)}>
          <Stack as="dl" gap="3">
            {told.map(({ id }) => (
              <div key={id}>
                <Text as="dt" strong>
                  {headings[id] ?? columnLabel(id)}
                </Text>
                <Text as="dd">{noteOf(id)}</Text>
              </div>
            ))}
          </Stack>
        </Modal>
      )}
    </>
  );
}
