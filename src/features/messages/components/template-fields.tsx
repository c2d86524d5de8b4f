/** What both dialogs share: whom it goes to, which template in which language, and how it will read. */
import { useEffect, useMemo } from 'react';
import type { Template } from '../../../../core/contract/messages';
import { formatDateTime } from '../../../../core/domain/dates';
import { smsParts, TEMPLATE_LANGUAGES, type TemplateLanguage } from '../../../../core/domain/message-templates';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, chakra, Field, Row, Select, Skeleton, Stack, Text } from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { useZone } from '../../session';
import type { usePreview } from '../queries';

const Bubble = chakra('div', {
  base: {
    padding: '3',
    borderRadius: 'card',
    background: 'accent-soft',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    lineHeight: 1.5,
  },
});

export interface ToPhone {
  id: string;
  /** As the desk shows it, masked. */
  label: string;
}

export function PhoneField({
  phones,
  value,
  onChange,
}: {
  phones: readonly ToPhone[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Field label={t('To')}>
      <Select value={value} onChange={onChange} options={phones.map(({ id, label }) => ({ value: id, label }))} />
    </Field>
  );
}

const languageOf = (code: string) => TEMPLATE_LANGUAGES[code as TemplateLanguage] ?? code;

/** One name in several languages is one choice and a language beside it; the borrower's own comes first. */
export function TemplateFields({
  templates,
  value,
  onChange,
  language,
}: {
  templates: readonly Template[];
  value: Template | undefined;
  onChange: (template: Template) => void;
  /** The borrower's. */
  language: string;
}) {
  const names = useMemo(() => [...new Set(templates.map(({ name }) => name))], [templates]);
  const best = (name: string): Template | undefined => {
    const those = templates.filter((one) => one.name === name);
    return those.find((one) => one.language === language) ?? those.find((one) => one.language === 'en') ?? those[0];
  };
  useEffect(() => {
    const first = names[0];
    const chosen = first !== undefined && !value ? best(first) : undefined;
    if (chosen) onChange(chosen);
  });
  const languages = templates.filter(({ name }) => name === value?.name);
  return (
    <Row gap="3" alignItems="end">
      <Stack flex="1" minWidth="0">
        <Field label={t('Template')}>
          <Select
            value={value?.name ?? ''}
            onChange={(name) => {
              const next = best(name);
              if (next) onChange(next);
            }}
            options={names.map((name) => ({ value: name, label: name }))}
          />
        </Field>
      </Stack>
      <Stack width="10rem">
        <Field label={t('Language')}>
          <Select
            value={value?.id ?? ''}
            onChange={(id) => {
              const next = templates.find((one) => one.id === id);
              if (next) onChange(next);
            }}
            options={languages.map(({ id, language: code }) => ({ value: id, label: languageOf(code) }))}
          />
        </Field>
      </Stack>
    </Row>
  );
}

/** The filled text, what is missing, and whether it may go out now. */
export function Preview({
  preview,
  template,
}: {
  preview: ReturnType<typeof usePreview>;
  template: Template | undefined;
}) {
  const zone = useZone();
  const { data, error } = preview;
  if (error) return <ProblemNote problem={problemOf(error)} />;
  if (!data || !template) return <Skeleton lines={2} height="1.5rem" />;
  const parts = template.channel === 'sms' ? smsParts(data.text) : 0;
  return (
    <Stack gap="2">
      {data.subject && <Text strong>{data.subject}</Text>}
      <Bubble lang={template.language}>{data.text}</Bubble>
      {parts > 1 && (
        <Text size="small" tone="muted">
          {tn(parts, 'Charged as {n} SMS', 'Charged as {n} SMS')}
        </Text>
      )}
      {data.missing.length > 0 && (
        <Banner
          tone="warn"
          title={t('This loan has no value for {names}', { names: data.missing.map((name) => `{${name}}`).join(', ') })}
        >
          {t('Choose another template; nothing can be typed in here.')}
        </Banner>
      )}
      {!data.contact.allowed && (
        <Banner tone="warn" title={data.contact.reason ?? t('No contact is allowed now')}>
          {data.contact.nextAt && t('Allowed again from {time}.', { time: formatDateTime(data.contact.nextAt, zone) })}
        </Banner>
      )}
    </Stack>
  );
}
