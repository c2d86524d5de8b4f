/** A message template beside its list: a new one, or one that is changed. */
import { createTemplate, type Template, updateTemplate } from '../../../../core/contract/messages';
import { CHANNEL_LABELS } from '../../../../core/domain/message-templates';
import { t } from '../../../i18n';
import { showToast } from '../../../ui';
import { SidePanel } from '../../../ui/kit';
import { EntityForm, typedOf } from '../../forms';
import { newTemplate, sentUrls, type TypedTemplate, templateErrors, templateSections } from '../template-form';

const stored = ({ name }: Template) => showToast(t('{name} was saved', { name }), { tone: 'saved' });

export default function TemplatePanel({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const title = template?.name ?? t('New template');
  const form = {
    at: 'panel' as const,
    label: title,
    sections: templateSections,
    also: sentUrls,
    check: templateErrors,
    again: ['message-templates'],
    failed: t('Nothing was changed'),
  };
  return (
    <SidePanel
      about={template?.id ?? 'new'}
      label={title}
      title={title}
      line={template ? t(CHANNEL_LABELS[template.channel]) : t('It can be sent as soon as it is in use.')}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      {template ? (
        <EntityForm
          {...form}
          key={`${template.id} ${template.updatedAt}`}
          draft={`message-template.${template.id}`}
          to={updateTemplate}
          params={{ id: template.id }}
          values={typedOf(createTemplate, template) as TypedTemplate}
          send={t('Save template')}
          onStored={stored}
        />
      ) : (
        <EntityForm
          {...form}
          draft="message-template.new"
          to={createTemplate}
          values={newTemplate()}
          send={t('Add template')}
          onStored={(made) => {
            stored(made);
            onClose();
          }}
        />
      )}
    </SidePanel>
  );
}
