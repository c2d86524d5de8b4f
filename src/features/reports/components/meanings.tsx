/** What the figures of a report mean, a press away from them. */
import { useState } from 'react';
import type { ReportColumn, ReportKind } from '../../../../core/domain/report-kinds';
import { notedColumns, policyNotes } from '../../../../core/domain/report-notes';
import { said, t } from '../../../i18n';
import { Button, Stack, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { useReportChoices } from '../choices';
import { columnLabel } from '../words';

/** How days past due move, where that says something of these columns: by the portfolio that is shown, or by each. */
function Policies({ columns, portfolioId }: { columns: readonly ReportColumn[]; portfolioId: string | undefined }) {
  const { data } = useReportChoices();
  const known = (data?.portfolios ?? []).flatMap(({ id, name, ageing, paymentEffect }) =>
    ageing && paymentEffect && (portfolioId === undefined || portfolioId === id)
      ? [{ name, ageing, paymentEffect }]
      : [],
  );
  const notes = policyNotes(columns, known);
  if (notes.length === 0) return null;
  return (
    <Stack gap="2" as="section" aria-label={t('How days past due and buckets move')}>
      <Text strong>{t('How days past due and buckets move')}</Text>
      {notes.map(({ portfolios, notes: texts }) => (
        <div key={portfolios[0]}>
          {(notes.length > 1 || portfolioId !== undefined) && <Text tone="muted">{portfolios.join(', ')}</Text>}
          {texts.map((text) => (
            <Text key={text}>{said(text)}</Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** `headings` of a client's format stand in place of ours. */
export function Meanings({
  kind,
  columns,
  headings = {},
  portfolioId,
}: {
  kind: ReportKind;
  columns: readonly ReportColumn[];
  headings?: Readonly<Record<string, string>> | undefined;
  /** Of a report on one portfolio alone. */
  portfolioId: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const noted = notedColumns(kind, columns);
  if (noted.length === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('What the figures mean')}
      </Button>
      {open && (
        <Modal title={t('What the figures mean')} onClose={() => setOpen(false)}>
          <Stack gap="4">
            <Stack as="dl" gap="3">
              {noted.map(({ id, note }) => (
                <div key={id}>
                  <Text as="dt" strong>
                    {headings[id] ?? columnLabel(id)}
                  </Text>
                  <Text as="dd">{said(note)}</Text>
                </div>
              ))}
            </Stack>
            <Policies columns={columns} portfolioId={portfolioId} />
          </Stack>
        </Modal>
      )}
    </>
  );
}
