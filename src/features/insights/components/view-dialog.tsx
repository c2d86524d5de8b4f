/** Saves the figures that are shown as a view of one's own, or changes one. */
import { type InsightView, saveInsightView } from '../../../../core/contract/insights';
import { INSIGHT_FIGURES, type InsightFigure } from '../../../../core/domain/insights';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { EntityForm } from '../../forms';
import { INSIGHTS_KEY } from '../queries';

interface Shown {
  figures: readonly InsightFigure[];
  portfolioId: string | null;
}

export default function ViewDialog({
  id,
  view,
  shown: { figures, portfolioId },
  onSaved,
  onClose,
}: {
  id: string;
  view: InsightView | undefined;
  shown: Shown;
  onSaved: (view: InsightView) => void;
  onClose: () => void;
}) {
  return (
    <EntityForm
      at="dialog"
      draft={`insight-view.${view?.id ?? 'new'}`}
      label={view ? t('Change the view {name}', { name: view.name }) : t('Save as a view')}
      to={saveInsightView}
      params={{ id }}
      version={view?.version ?? 0}
      values={{ name: view?.name ?? '', shared: view?.shared ?? false, figures: [...(view?.figures ?? figures)] }}
      sections={() => [
        {
          fields: {
            name: { label: t('Name'), required: true },
            figures: {
              label: t('Figures'),
              kind: 'ticks',
              required: true,
              options: Object.entries(INSIGHT_FIGURES).map(([value, { label }]) => ({ value, label: t(label) })),
            },
            shared: { label: t('Everybody finds it'), hint: t('Each of them sees it over their own people and loans') },
          },
        },
      ]}
      also={() => ({ portfolioId })}
      again={[INSIGHTS_KEY]}
      send={t('Save view')}
      onStored={(saved) => {
        showToast(t('View saved'), { tone: 'saved' });
        onSaved(saved);
      }}
      onClose={onClose}
    />
  );
}
