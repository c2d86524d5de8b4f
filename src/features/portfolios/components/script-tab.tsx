/** The second tab: what is said and sent to borrowers, and when. */
import {
  type ScriptTab as Content,
  scriptTabSchema,
  TEMPLATE_CHANNELS,
} from '../../../../core/contract/portfolio-tabs';
import { BUCKETS } from '../../../../core/domain/buckets';
import { uuidv7 } from '../../../../core/domain/ids';
import { CONTACT_CHANNELS } from '../../../../core/domain/portfolio-rules';
import { said, t } from '../../../i18n';
import {
  Button,
  Card,
  ChipChoice,
  Field,
  Heading,
  NumberInput,
  Row,
  Select,
  Stack,
  showToast,
  Text,
  TextArea,
  TextInput,
} from '../../../ui';
import { FieldGrid, MultiSelect } from '../../../ui/kit';
import { channelWords, languageOptions } from '../portfolio-words';
import { useCodeChoices, useSaveScript, type useScript } from '../queries';
import { problemsOf, TabFrame, useTabForm } from '../tab-form';

type Loaded = NonNullable<ReturnType<typeof useScript>['data']>;

const contentOf = ({ scripts, dispositionCodes, templates, contactPolicy, recordingNotice }: Loaded): Content => ({
  scripts,
  dispositionCodes,
  templates,
  contactPolicy,
  recordingNotice,
});

const hour = (at: number) => ({ value: String(at), label: `${String(at).padStart(2, '0')}:00` });
const HOURS = Array.from({ length: 12 }, (_, at) => at + 8);
const digits = (typed: string) => Number(typed || 0);

export function ScriptTab({
  id,
  loaded,
  languages,
  zone,
  onSaved,
}: {
  id: string;
  loaded: Loaded;
  /** Of the portfolio: offered first for a new script. */
  languages: readonly string[];
  zone: string;
  onSaved: () => void;
}) {
  const save = useSaveScript(id);
  const codes = useCodeChoices();
  const form = useTabForm<Content>(
    `portfolio.${id}.script`,
    { version: loaded.version, value: contentOf(loaded) },
    {
      check: (value) => problemsOf(scriptTabSchema, value),
      send: (value, version) => save.mutateAsync({ version, ...value }),
    },
  );
  const { value, change } = form;
  const error = (path: string) => {
    const words = form.error(path);
    return words && said(words);
  };
  const setScript = (at: number, part: Partial<Content['scripts'][number]>) =>
    change({ scripts: value.scripts.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  const setTemplate = (at: number, part: Partial<Content['templates'][number]>) =>
    change({ templates: value.templates.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  const policy = (part: Partial<Content['contactPolicy']>) =>
    change({ contactPolicy: { ...value.contactPolicy, ...part } });
  const language = languages[0] ?? 'hi';

  return (
    <TabFrame
      form={form}
      label={t('Script & communication')}
      saveLabel={t('Save script & communication')}
      savedAt={loaded.savedAt}
      savedBy={loaded.savedBy}
      zone={zone}
      mayEdit={loaded.mayEdit}
      onSaved={() => {
        showToast(t('Script & communication saved'), { tone: 'saved' });
        onSaved();
      }}
    >
      <Card>
        <Stack gap="4">
          <Row apart>
            <Heading>{t('Scripts')}</Heading>
            <Button
              small
              icon="plus"
              onClick={() =>
                change({ scripts: [...value.scripts, { id: uuidv7(), bucket: 'any', language, body: '' }] })
              }
            >
              {t('Add a script')}
            </Button>
          </Row>
          {value.scripts.length === 0 && (
            <Text tone="muted">
              {t('No script yet. A telecaller sees the one for the loan’s bucket and the borrower’s language.')}
            </Text>
          )}
          {value.scripts.map((script, at) => (
            <Stack key={script.id} as="section" gap="3" aria-label={t('Script {n}', { n: at + 1 })}>
              <FieldGrid>
                <Field label={t('Bucket')}>
                  <Select
                    value={script.bucket}
                    onChange={(bucket) => setScript(at, { bucket })}
                    options={[
                      { value: 'any', label: t('Any bucket') },
                      ...BUCKETS.map((one) => ({ value: one, label: one })),
                    ]}
                  />
                </Field>
                <Field label={t('Language')}>
                  <Select
                    value={script.language}
                    onChange={(one) => setScript(at, { language: one })}
                    options={languageOptions()}
                  />
                </Field>
              </FieldGrid>
              <Field label={t('What is said')} required error={error(`scripts.${at}.body`)}>
                <TextArea value={script.body} maxLength={4000} onChange={(body) => setScript(at, { body })} />
              </Field>
              <Row>
                <Button
                  small
                  look="plain"
                  icon="trash"
                  onClick={() => change({ scripts: value.scripts.filter((one) => one.id !== script.id) })}
                >
                  {t('Remove script {n}', { n: at + 1 })}
                </Button>
              </Row>
            </Stack>
          ))}
        </Stack>
      </Card>
      <Card>
        <Stack gap="4">
          <Heading>{t('Dispositions')}</Heading>
          <Field
            label={t('Disposition set')}
            group
            error={error('dispositionCodes')}
            hint={t('Codes that may be used here; none chosen means all of them')}
          >
            <MultiSelect
              label={t('Disposition set')}
              placeholder={t('All codes')}
              options={codes.data ?? []}
              value={value.dispositionCodes}
              onChange={(dispositionCodes) => change({ dispositionCodes })}
            />
          </Field>
        </Stack>
      </Card>
      <Card>
        <Stack gap="4">
          <Row apart>
            <Heading>{t('Message templates')}</Heading>
            <Button
              small
              icon="plus"
              onClick={() =>
                change({
                  templates: [
                    ...value.templates,
                    { id: uuidv7(), channel: 'sms', name: '', language, dltTemplateId: '', header: '', body: '' },
                  ],
                })
              }
            >
              {t('Add a template')}
            </Button>
          </Row>
          {value.templates.length === 0 && (
            <Text tone="muted">
              {t(
                'No template yet. An SMS needs its DLT template id and sender header, as registered with the operators.',
              )}
            </Text>
          )}
          {value.templates.map((template, at) => (
            <Stack key={template.id} as="section" gap="3" aria-label={t('Template {n}', { n: at + 1 })}>
              <FieldGrid>
                <Field label={t('Channel')}>
                  <Select
                    value={template.channel}
                    onChange={(channel) => setTemplate(at, { channel })}
                    options={TEMPLATE_CHANNELS.map((one) => ({ value: one, label: channelWords()[one] ?? one }))}
                  />
                </Field>
                <Field label={t('Name')} required error={error(`templates.${at}.name`)}>
                  <TextInput value={template.name} maxLength={120} onChange={(name) => setTemplate(at, { name })} />
                </Field>
                <Field label={t('Language')}>
                  <Select
                    value={template.language}
                    onChange={(one) => setTemplate(at, { language: one })}
                    options={languageOptions()}
                  />
                </Field>
                <Field
                  label={t('DLT template id')}
                  required={template.channel === 'sms'}
                  optional={template.channel !== 'sms'}
                  error={error(`templates.${at}.dltTemplateId`)}
                >
                  <NumberInput
                    value={template.dltTemplateId}
                    maxLength={19}
                    onChange={(dltTemplateId) => setTemplate(at, { dltTemplateId })}
                  />
                </Field>
                <Field
                  label={t('Sender header')}
                  required={template.channel === 'sms'}
                  optional={template.channel !== 'sms'}
                  error={error(`templates.${at}.header`)}
                >
                  <TextInput
                    value={template.header}
                    maxLength={9}
                    autoCapitalize="characters"
                    onChange={(header) => setTemplate(at, { header: header.toUpperCase() })}
                  />
                </Field>
              </FieldGrid>
              <Field
                label={t('Text')}
                required
                error={error(`templates.${at}.body`)}
                hint={t('As registered; {var} stands for each variable part', { var: '{#var#}' })}
              >
                <TextArea value={template.body} maxLength={2000} onChange={(body) => setTemplate(at, { body })} />
              </Field>
              <Row>
                <Button
                  small
                  look="plain"
                  icon="trash"
                  onClick={() => change({ templates: value.templates.filter((one) => one.id !== template.id) })}
                >
                  {t('Remove template {n}', { n: at + 1 })}
                </Button>
              </Row>
            </Stack>
          ))}
        </Stack>
      </Card>
      <Card>
        <Stack gap="4">
          <Heading>{t('Contact policy')}</Heading>
          <FieldGrid tight>
            <Field label={t('Contact from')} error={error('contactPolicy.fromHour')}>
              <Select
                value={String(value.contactPolicy.fromHour)}
                onChange={(at) => policy({ fromHour: Number(at) })}
                options={HOURS.slice(0, -1).map(hour)}
              />
            </Field>
            <Field label={t('Contact until')} error={error('contactPolicy.toHour')}>
              <Select
                value={String(value.contactPolicy.toHour)}
                onChange={(at) => policy({ toHour: Number(at) })}
                options={HOURS.slice(1).map(hour)}
              />
            </Field>
            <Field label={t('Most a day')} error={error('contactPolicy.perDay')}>
              <NumberInput
                value={String(value.contactPolicy.perDay)}
                maxLength={2}
                onChange={(typed) => policy({ perDay: digits(typed) })}
              />
            </Field>
            <Field label={t('Most a week')} error={error('contactPolicy.perWeek')}>
              <NumberInput
                value={String(value.contactPolicy.perWeek)}
                maxLength={3}
                onChange={(typed) => policy({ perWeek: digits(typed) })}
              />
            </Field>
            <Field label={t('Minutes between')} error={error('contactPolicy.gapMinutes')}>
              <NumberInput
                value={String(value.contactPolicy.gapMinutes)}
                maxLength={5}
                onChange={(typed) => policy({ gapMinutes: digits(typed) })}
              />
            </Field>
          </FieldGrid>
          <Field label={t('Channels')} group error={error('contactPolicy.channels')}>
            <ChipChoice
              multi
              value={value.contactPolicy.channels}
              onChange={(channels) => policy({ channels: CONTACT_CHANNELS.filter((one) => channels.includes(one)) })}
              options={CONTACT_CHANNELS.map((one) => ({ value: one, label: channelWords()[one] ?? one }))}
            />
          </Field>
          <Field label={t('Recording notice')} optional hint={t('Said at the beginning of a recorded call')}>
            <TextArea
              value={value.recordingNotice}
              maxLength={500}
              onChange={(recordingNotice) => change({ recordingNotice })}
            />
          </Field>
        </Stack>
      </Card>
    </TabFrame>
  );
}
