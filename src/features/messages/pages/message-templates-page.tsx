/** /message-templates: the tenant's texts to borrowers by SMS, WhatsApp and e-mail; those of a portfolio stand in its second tab. */
import { lazy } from 'react';
import { listTemplates, type Template } from '../../../../core/contract/messages';
import { CHANNEL_LABELS, TEMPLATE_LANGUAGES, type TemplateLanguage } from '../../../../core/domain/message-templates';
import { t } from '../../../i18n';
import { type Column, nameColumn, statusColumn, textColumn } from '../../../ui/kit';
import { EntityList } from '../../lists';

const TemplatePanel = lazy(() => import('../components/template-panel'));

const language = (code: string) =>
  code in TEMPLATE_LANGUAGES ? t(TEMPLATE_LANGUAGES[code as TemplateLanguage]) : code;

const columns = (): Column<Template>[] => [
  nameColumn('name', t('Template'), (row) => row.name, { sort: true }),
  textColumn('channel', t('Channel'), (row) => t(CHANNEL_LABELS[row.channel]), { sort: true }),
  textColumn('language', t('Language'), (row) => language(row.language), { sort: true }),
  textColumn('body', t('Text'), (row) => row.body, { notOnPhone: true }),
  statusColumn('active', t('Status'), (row) =>
    row.active ? { words: t('In use'), tone: 'paid' } : { words: t('Not in use'), tone: 'neutral' },
  ),
];

export default function MessageTemplatesPage() {
  return (
    <EntityList
      name="message-templates"
      from={listTemplates}
      title={t('Message templates')}
      noun={t('templates')}
      columns={columns}
      searchLabel={t('Name or words of the text')}
      filters={{
        channel: { label: t('Channel'), words: (one) => t(CHANNEL_LABELS[one]) },
        language: { label: t('Language'), words: (one) => t(TEMPLATE_LANGUAGES[one]) },
        active: { label: t('Status'), words: (one) => (one === 'true' ? t('In use') : t('Not in use')) },
      }}
      sort={{ by: 'name', dir: 'asc' }}
      nameOf={(row) => row.name}
      panel={({ id, row, close }) => (id === 'new' || row) && <TemplatePanel key={id} template={row} onClose={close} />}
      add={{ label: t('Add template') }}
      empty={{
        icon: 'edit',
        title: t('No templates yet'),
        text: t('Nobody types a message to a borrower: they choose one of the texts that you keep here.'),
      }}
    />
  );
}
