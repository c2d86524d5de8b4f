/** Both screens of insights: which figures are looked at, over which portfolio, by which view, and how old they are. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Insights, InsightView } from '../../../../core/contract/insights';
import { addDays, formatDateTime, formatDay } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { INSIGHTS, type InsightFigure } from '../../../../core/domain/insights';
import { failedWrite, problemOf } from '../../../api';
import { t } from '../../../i18n';
import { Button, EmptyState, Field, Row, Select, Skeleton, Stack, Text } from '../../../ui';
import {
  DeskPage,
  DeskTitle,
  FieldGrid,
  MultiSelect,
  ProblemNote,
  ProblemState,
  useListAddress,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { useDeleteView, useInsights, useViews } from '../queries';
import { figureWords } from '../words';

// What writes comes with the press that needs it.
const ViewDialog = lazy(() => import('./view-dialog'));

export interface Shown {
  data: Insights;
  figures: InsightFigure[];
  portfolioId: string | undefined;
}

export function InsightsScreen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ((shown: Shown) => ReactNode) | undefined;
  children: (shown: Shown & { from: string; to: string }) => ReactNode;
}) {
  const zone = useZone();
  const [address, setAddress] = useListAddress();
  const [saving, setSaving] = useState<{ id: string; old: boolean }>();
  const { data: views = [] } = useViews();
  const remove = useDeleteView();
  const view = views.find(({ id }) => id === address.get('view'));
  const named = (address.get('figures') ?? '').split(',');
  const chosen = INSIGHTS.filter((figure) => named.includes(figure));
  const figures = chosen.length > 0 ? chosen : (view?.figures ?? INSIGHTS);
  const portfolioId = address.get('portfolioId') ?? view?.portfolioId ?? undefined;
  const { data, error, refetch } = useInsights({ portfolioId: portfolioId || undefined });
  const put = (values: Record<string, string>) =>
    setAddress(
      (held) => {
        const next = new URLSearchParams(held);
        for (const [name, value] of Object.entries(values)) {
          if (value || (name === 'portfolioId' && view)) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const open = (id: string) => setAddress(id ? { view: id } : {}, { replace: true });
  const shown = data && {
    data,
    figures: INSIGHTS.filter((one) => figures.includes(one)),
    portfolioId: portfolioId || undefined,
  };
  return (
    <DeskPage>
      <Row apart flexWrap="wrap">
        <DeskTitle>{title}</DeskTitle>
        <Row gap="2">
          {view?.own && (
            <>
              <Button onClick={() => setSaving({ id: view.id, old: true })}>{t('Change view')}</Button>
              <Button busy={remove.isPending} onClick={() => remove.mutate(view.id, { onSuccess: () => open('') })}>
                {t('Delete view')}
              </Button>
            </>
          )}
          <Button onClick={() => setSaving({ id: uuidv7(), old: false })}>{t('Save as a view')}</Button>
          {shown?.data.counted && actions?.(shown)}
        </Row>
      </Row>
      <ProblemNote tone="danger" problem={failedWrite(remove.error)} />
      <Choices
        {...{ views, view, figures, portfolioId }}
        portfolios={data?.portfolios ?? []}
        onView={open}
        onPut={put}
      />
      {!data && !error && <Skeleton height="16rem" />}
      {!data && error && <ProblemState problem={problemOf(error)} retry={() => void refetch()} />}
      {data && <ProblemNote problem={error ? problemOf(error) : undefined} />}
      {data && !data.counted && (
        <EmptyState icon="info" title={t('Nothing was counted yet')}>
          {t('Insights are counted each night. The first count of all comes within minutes of the start.')}
        </EmptyState>
      )}
      {shown?.data.counted && (
        <Stack gap="4">
          <Text size="small" tone="muted">
            {t(
              'Records from {from} to {to}, counted {when}. Calls and promises are those of the people you see, loans those you see.',
              {
                from: formatDay(shown.data.counted.from),
                to: formatDay(addDays(shown.data.counted.day, -1)),
                when: formatDateTime(shown.data.counted.at, zone),
              },
            )}
          </Text>
          {children({ ...shown, from: shown.data.counted.from, to: addDays(shown.data.counted.day, -1) })}
        </Stack>
      )}
      <Suspense>
        {saving && (
          <ViewDialog
            id={saving.id}
            view={saving.old ? view : undefined}
            shown={{ figures, portfolioId: portfolioId ?? null }}
            onSaved={({ id }) => {
              setSaving(undefined);
              open(id);
            }}
            onClose={() => setSaving(undefined)}
          />
        )}
      </Suspense>
    </DeskPage>
  );
}

/** Which view, portfolio and figures. */
function Choices({
  views,
  view,
  figures,
  portfolioId,
  portfolios,
  onView,
  onPut,
}: {
  views: readonly InsightView[];
  view: InsightView | undefined;
  figures: readonly InsightFigure[];
  portfolioId: string | undefined;
  portfolios: Insights['portfolios'];
  onView: (id: string) => void;
  onPut: (values: Record<string, string>) => void;
}) {
  return (
    <FieldGrid>
      <Field label={t('View')}>
        <Select
          value={view?.id ?? ''}
          onChange={onView}
          options={[
            { value: '', label: t('All figures') },
            ...views.map(({ id, name, own, by }) => ({
              value: id,
              label: own ? name : t('{name}, by {person}', { name, person: by ?? '–' }),
            })),
          ]}
        />
      </Field>
      <Field label={t('Portfolio')}>
        <Select
          value={portfolioId ?? ''}
          onChange={(value) => onPut({ portfolioId: value })}
          options={[
            { value: '', label: t('All portfolios') },
            ...portfolios.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <Field label={t('Figures')}>
        <MultiSelect
          label={t('Figures')}
          options={INSIGHTS.map((value) => ({ value, label: figureWords(value) }))}
          value={figures}
          onChange={(value) => onPut({ figures: value.join(',') })}
        />
      </Field>
    </FieldGrid>
  );
}
