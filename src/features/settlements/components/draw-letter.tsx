/** Which template a letter of a settlement is drawn from; what is missing for it is said instead. */
import { drawLetter, letterChoices } from '../../../../core/contract/settlement-letters';
import { templateFor } from '../../../../core/domain/settlements/letters';
import { problemOf, useAnswer } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { LinkButton, Skeleton, Stack, showToast, Text } from '../../../ui';
import { Modal, ProblemState } from '../../../ui/kit';
import { languageName } from '../../../ui/kit/stored-word';
import { EntityForm } from '../../forms';
import { letterKindWords } from '../words';

export function DrawDialog({ settlementId, onClose }: { settlementId: string; onClose: () => void }) {
  const choices = useAnswer(letterChoices, ['settlements', 'letters', settlementId], { query: { id: settlementId } });
  const { data } = choices;
  const title = t('Draw a letter');
  const first = data && templateFor(data.templates, data.language);
  if (data && first && data.factsOf === null)
    return (
      <EntityForm
        at="dialog"
        size="small"
        draft={`letter.${settlementId}.${first.id}`}
        label={title}
        to={drawLetter}
        values={{ templateId: first.id }}
        sections={() => [
          {
            fields: {
              templateId: {
                label: t('Template'),
                kind: 'choice',
                options: data.templates.map(({ id, kind, name, language }) => ({
                  value: id,
                  label: `${letterKindWords(kind)} · ${languageName(language)} · ${name}`,
                })),
              },
            },
          },
        ]}
        also={() => ({ settlementId })}
        again={['settlements']}
        send={t('Draw')}
        onStored={() => {
          showToast(t('Letter drawn. Look at it before you send it.'), { tone: 'saved' });
          onClose();
        }}
        onClose={onClose}
        cancelDiscards
      />
    );
  return (
    <Modal title={title} size="small" onClose={onClose}>
      {choices.isError ? (
        <ProblemState problem={problemOf(choices.error)} retry={() => void choices.refetch()} />
      ) : !data ? (
        <Skeleton lines={2} />
      ) : (
        <Stack gap="3">
          <Text>
            {data.factsOf === null
              ? t('The portfolio has no template of a letter that fits now.')
              : t('The portfolio does not say yet who signs its letters and where to pay.')}
          </Text>
          <LinkButton to={deskPaths.portfolios()}>{t('Portfolios')}</LinkButton>
        </Stack>
      )}
    </Modal>
  );
}
