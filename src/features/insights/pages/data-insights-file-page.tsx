/** /data-insights-file: the same figures as a file, with what would stand in it. */
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Card } from '../../../ui';
import { ProblemNote, SmallTable } from '../../../ui/kit';
import { InsightsScreen } from '../components/insights-screen';
import { useInsightsFile } from '../queries';
import { figureWords } from '../words';

export default function DataInsightsFilePage() {
  const file = useInsightsFile();
  return (
    <InsightsScreen
      title={t('Data Insights Files')}
      actions={({ figures, portfolioId }) => (
        <Button
          icon="download"
          look="primary"
          busy={file.isPending}
          onClick={() => file.mutate({ figures, ...(portfolioId && { portfolioId }) })}
        >
          {t('Export CSV')}
        </Button>
      )}
    >
      {({ data, figures }) => (
        <>
          <ProblemNote tone="danger" title={t('There is no file')} problem={failedWrite(file.error)} />
          <Card padding="4">
            <SmallTable
              label={t('What the file holds')}
              rows={data.figures.filter(({ figure }) => figures.includes(figure))}
              keyOf={({ figure }) => figure}
              columns={[
                { label: t('Figures'), cell: ({ figure }) => figureWords(figure) },
                { label: t('Lines'), num: true, cell: ({ cells }) => tn(cells.length, '{n} line', '{n} lines') },
              ]}
            />
          </Card>
        </>
      )}
    </InsightsScreen>
  );
}
