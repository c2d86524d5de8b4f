/** The fields of a message template; what may be in its text, the server judges by the same rules (core/domain/message-templates.ts). */
import { createTemplate } from '../../../core/contract/messages';
import { templateProblems } from '../../../core/domain/message-checks';
import {
  CHANNEL_LABELS,
  smsParts,
  TEMPLATE_LANGUAGES,
  TEMPLATE_VARIABLES,
  type TemplateVariable,
} from '../../../core/domain/message-templates';
import { said, t, tn } from '../../i18n';
import { Button, Field, Row, Text, TextArea } from '../../ui';
import type { FormParts } from '../../ui/kit';
import { type FormSection, type TypedBody, typedOf } from '../forms';

export type TypedTemplate = TypedBody<typeof createTemplate>;
export const newTemplate = (): TypedTemplate => ({
  ...typedOf(createTemplate),
  channel: 'sms',
  language: 'en',
  active: true,
});

/** What is wrong with the text for its channel, said before anything is sent. */
export const templateErrors = (values: TypedTemplate) =>
  Object.fromEntries(
    templateProblems({ ...values, allowedUrls: values.allowedUrls.map((one) => one.trim()) } as Parameters<
      typeof templateProblems
    >[0]).map(({ path, message }) => [path, message]),
  );

/** Registered addresses stand in lines, of which some are still empty. */
export const sentUrls = ({ allowedUrls }: TypedTemplate) => ({
  allowedUrls: allowedUrls.map((one) => one.trim()).filter((one) => one !== ''),
});

const ANY: readonly TemplateVariable[] = Object.keys(TEMPLATE_VARIABLES) as TemplateVariable[];

function Variables({ form, body }: { form: FormParts; body: string }) {
  return (
    <Row gap="1" role="group" aria-label={t('Add a value of the loan')}>
      {ANY.map((name) => (
        <Button
          key={name}
          small
          look="plain"
          title={TEMPLATE_VARIABLES[name]}
          onClick={() => form.set({ body: `${body}${body === '' || /\s$/.test(body) ? '' : ' '}{${name}}` })}
        >
          {`{${name}}`}
        </Button>
      ))}
    </Row>
  );
}

export const templateSections = (values: TypedTemplate): FormSection<TypedTemplate>[] => [
  {
    beside: true,
    fields: {
      name: { label: t('Name of the template'), hint: t('Several languages of one text have the same name.') },
      channel: { label: t('Channel'), words: CHANNEL_LABELS },
      language: { label: t('Language'), words: TEMPLATE_LANGUAGES },
      subject: values.channel === 'email' && { label: t('Subject'), required: true },
      dltTemplateId: values.channel === 'sms' && { label: t('Registered template id (DLT)'), required: true },
      dltHeader: values.channel === 'sms' && { label: t('Registered header (DLT)'), required: true, capitals: true },
    },
  },
  {
    fields: {
      body: {
        label: t('Text'),
        input: { rows: 6 },
        ...(values.channel === 'sms' && {
          hint: tn(
            smsParts(values.body),
            'Charged as {n} SMS, before its values are put in',
            'Charged as {n} SMS, before its values are put in',
          ),
        }),
      },
    },
    also: (form) => <Variables form={form} body={values.body} />,
  },
  {
    fields: {
      allowedUrls: {
        label: t('Registered addresses'),
        whole: true,
        draw: (form) => {
          const wrong = form.errorOf('allowedUrls');
          return (
            <Field
              label={t('Registered addresses')}
              hint={t('One in a line. An SMS leads to no other.')}
              {...(wrong && { error: said(wrong) })}
            >
              <TextArea
                rows={3}
                maxLength={2000}
                value={values.allowedUrls.join('\n')}
                onChange={(typed) => form.set({ allowedUrls: typed.split('\n') })}
                onBlur={() => form.leave('allowedUrls')}
              />
            </Field>
          );
        },
      },
      active: { label: t('In use') },
    },
    also: (
      <Text size="small" tone="muted">
        {t('Messages keep the words they were sent with.')}
      </Text>
    ),
  },
];
