/** Reports in the formats that clients ask for, on one of the pages that have them. Administrators make the formats here. */
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createFormat, type ReportFormat } from '../../../../core/contract/report-formats';
import { columnsOf } from '../../../../core/domain/export-kinds';
import type { FormatFamily } from '../../../../core/domain/report-kinds';
import { REPORT_VIEWS } from '../../../../core/domain/report-views';
import { failedWrite, problemOf } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { said, t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Button, Card, EmptyState, Field, LinkButton, Row, Select, Skeleton, Stack, showToast } from '../../../ui';
import { ConfirmDialog, DeskPage, DeskTitle, ProblemNote, ProblemState } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { formatSource, useDeleteFormat, useFormats } from '../queries';
import { ReportScreen } from './report-page';

const FormatDialog = lazy(async () => ({ default: (await import('./format-dialog')).FormatDialog }));
type Open = 'new' | 'change' | 'delete' | undefined;

const titles: Record<FormatFamily, () => string> = {
  boi: () => t('BOI Reports'),
  encore: () => t('Encore Reports'),
};

export function FormatsPage({ family }: { family: FormatFamily }) {
  const { profile } = useSignedIn();
  const mayEdit = mayAsk(createFormat, profile);
  const formats = useFormats(family);
  const title = titles[family]();
  const beside = family === 'boi' && mayEnter(profile.role, routeOf('encoreReports')) && (
    <LinkButton to={deskPaths.encoreReports()}>{titles.encore()}</LinkButton>
  );
  const [address, setAddress] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const remove = useDeleteFormat();
  const chosen = formats.data?.find(({ id }) => id === address.get('format')) ?? formats.data?.[0];
  const choose = (id: string | undefined) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        if (id) next.set('format', id);
        else next.delete('format');
        for (const gone of ['page', 'sort']) next.delete(gone);
        return next;
      },
      { replace: true },
    );
  const dialogs = (
    <>
      {(open === 'new' || (open === 'change' && chosen)) && (
        <Suspense>
          <FormatDialog
            format={open === 'change' ? chosen : undefined}
            family={family}
            onSaved={(id) => {
              choose(id);
              setOpen(undefined);
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
      {open === 'delete' && chosen && (
        <ConfirmDialog
          title={t('Delete the format {name}?', { name: chosen.name })}
          confirm={t('Delete format')}
          danger
          busy={remove.isPending}
          onClose={() => setOpen(undefined)}
          onConfirm={() =>
            remove.mutate(chosen.id, {
              onSuccess: () => {
                choose(undefined);
                setOpen(undefined);
                showToast(t('Format deleted'), { tone: 'saved' });
              },
            })
          }
        >
          {remove.error ? (
            <ProblemNote tone="danger" problem={failedWrite(remove.error)} />
          ) : (
            t('Its rows stay in the other reports.')
          )}
        </ConfirmDialog>
      )}
    </>
  );
  if (chosen)
    return (
      <>
        <FormatReport
          key={chosen.id}
          title={title}
          more={beside}
          format={chosen}
          formats={formats.data ?? []}
          onChoose={choose}
          onOpen={mayEdit ? setOpen : undefined}
        />
        {dialogs}
      </>
    );
  return (
    <DeskPage>
      <Stack gap="3">
        <Row apart>
          <DeskTitle>{title}</DeskTitle>
          {beside}
        </Row>
        <Card>
          {formats.data ? (
            <EmptyState
              icon="loans"
              title={t('There is no format yet')}
              action={
                mayEdit && (
                  <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
                    {t('New format')}
                  </Button>
                )
              }
            >
              {mayEdit
                ? t('A format says which columns a client wants, in which order and under which headings.')
                : t('Your administrator makes the formats that clients want.')}
            </EmptyState>
          ) : formats.error ? (
            <ProblemState problem={problemOf(formats.error)} retry={formats.refetch} />
          ) : (
            <Skeleton lines={8} height="2.25rem" />
          )}
        </Card>
      </Stack>
      {dialogs}
    </DeskPage>
  );
}

function FormatReport({
  title,
  more,
  format,
  formats,
  onChoose,
  onOpen,
}: {
  title: string;
  more: ReactNode;
  format: ReportFormat;
  formats: readonly ReportFormat[];
  onChoose: (id: string) => void;
  onOpen: ((what: Open) => void) | undefined;
}) {
  const columns = useMemo(
    () => format.columns.flatMap(({ id }) => columnsOf(format.kind).filter((one) => one.id === id)),
    [format],
  );
  const headings = useMemo(() => Object.fromEntries(format.columns.map(({ id, label }) => [id, label])), [format]);
  const { more: _, ...view } = REPORT_VIEWS[format.kind];
  const source = useMemo(() => formatSource(format.id, format.kind), [format.id, format.kind]);
  return (
    <ReportScreen
      source={source}
      title={title}
      columns={columns}
      headings={headings}
      {...view}
      search={said(view.search)}
      empty={{ title: said(view.empty.title), text: said(view.empty.text) }}
      actions={
        <>
          {more}
          {onOpen && (
            <>
              <Button onClick={() => onOpen('delete')}>{t('Delete format')}</Button>
              <Button onClick={() => onOpen('change')}>{t('Change the format')}</Button>
              <Button icon="plus" onClick={() => onOpen('new')}>
                {t('New format')}
              </Button>
            </>
          )}
        </>
      }
      beside={
        <Field label={t('Format')}>
          <Select
            value={format.id}
            onChange={onChoose}
            options={formats.map((one) => ({
              value: one.id,
              label: one.client ? `${one.name} · ${one.client}` : one.name,
            }))}
          />
        </Field>
      }
    />
  );
}
