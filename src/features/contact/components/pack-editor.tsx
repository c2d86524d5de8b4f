import { useState } from 'react';
import type { PackRow } from '../../../../core/contract/contact-rules';
import { checkPack } from '../../../../core/domain/contact-gate';
import { addDays, formatDay } from '../../../../core/domain/dates';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import {
  Banner,
  Button,
  Card,
  DayInput,
  Field,
  Heading,
  Row,
  Select,
  Stack,
  Text,
  TextArea,
  TextInput,
  useToast,
} from '../../../ui';
import { CardHead, ConfirmDialog, DraftNote, ProblemNote, useDraft } from '../../../ui/kit';
import { RULE_WORDS } from '../contact-words';
import { bodyOf, changed, emptyForm, isOptional, type PackForm, productsOf, rebased, without } from '../pack-form';
import { type PackList, useAddPack, usePreview } from '../rule-queries';
import { LOANS_WORDS, OFFER_WORDS } from '../rule-words';
import { PreviewCard } from './preview-card';
import { RuleFields } from './rule-fields';

/** A new version of the rules: made from one that stands, tried on last week, then taken from a day to come. */
export function PackEditor({ list, inForce, onClose }: { list: PackList; inForce: PackRow; onClose: () => void }) {
  const [initial] = useState(() => emptyForm(inForce.rules, inForce.microfinance));
  const draft = useDraft<PackForm>('contact-rules.new', initial);
  const [drafted, setDrafted] = useState(draft.changedAt);
  const [asking, setAsking] = useState(false);
  const add = useAddPack();
  const preview = usePreview();
  const toast = useToast();
  const form = draft.value;
  const set = (next: PackForm) => {
    draft.set(next);
    if (add.error) add.reset();
  };
  const tomorrow = addDays(list.today, 1);
  const first = form.effectiveFrom || tomorrow;
  const errors = new Map(checkPack(form.rules, first).map(({ path, message }) => [path, message]));
  for (const [path, message] of Object.entries(fieldWords(add.error))) errors.set(path, message);
  const errorAt = (path: string) => {
    const message = errors.get(path);
    return message === undefined ? undefined : said(message);
  };
  const ready =
    form.name.trim() !== '' && form.reason.trim() !== '' && form.effectiveFrom >= tomorrow && errors.size === 0;
  const save = () =>
    add.mutate(bodyOf(form), {
      onSuccess: () => {
        draft.discard();
        toast(t('The rules begin on {day}', { day: formatDay(form.effectiveFrom) }), { tone: 'saved' });
        onClose();
      },
      onSettled: () => setAsking(false),
    });

  return (
    <Stack gap="4">
      {drafted !== undefined && (
        <DraftNote
          at={drafted}
          zone={list.zone}
          onDiscard={() => {
            draft.discard();
            setDrafted(undefined);
          }}
        />
      )}
      <Card>
        <Stack gap="4">
          <Row apart gap="3">
            <Heading>{t('New version of the contact rules')}</Heading>
            <Button onClick={onClose}>{t('Back to the versions')}</Button>
          </Row>
          {add.error && <ProblemNote tone="danger" problem={failedWrite(add.error)} />}
          <Row gap="4" alignItems="flex-start">
            <Field label={t('Made from')}>
              <Select<PackForm['base']>
                value={form.base}
                onChange={(base) => set(rebased(form, base, list))}
                options={[
                  { value: 'current', label: t('The version in force') },
                  ...list.offered.map((offer) => ({
                    value: offer.base,
                    label: offer.inForce
                      ? t(OFFER_WORDS[offer.base])
                      : `${t(OFFER_WORDS[offer.base])} (${t('not in force')})`,
                  })),
                ]}
              />
            </Field>
            <Field label={t('Name')} required error={errorAt('name')}>
              <TextInput value={form.name} maxLength={120} onChange={(name) => set({ ...form, name })} />
            </Field>
            <Field label={t('Counts from')} required hint={t('A day to come')} error={errorAt('effectiveFrom')}>
              <DayInput
                today={list.today}
                min={tomorrow}
                value={form.effectiveFrom}
                onChange={(effectiveFrom) => set({ ...form, effectiveFrom })}
              />
            </Field>
          </Row>
          <Field
            label={t('Reason')}
            required
            hint={t('Kept with the version and in the audit')}
            error={errorAt('reason')}
          >
            <TextArea value={form.reason} maxLength={2000} onChange={(reason) => set({ ...form, reason })} />
          </Field>
          <Field label={t('Microfinance products')} hint={t('Separated by commas')} error={errorAt('microfinance')}>
            <TextInput value={form.microfinance} onChange={(microfinance) => set({ ...form, microfinance })} />
          </Field>
        </Stack>
      </Card>
      <Card flush>
        <CardHead>
          <Heading>{t('Rules')}</Heading>
          <Text size="small" tone="muted">
            {t('A rule may be stricter than the regulator’s, never looser.')}
          </Text>
        </CardHead>
        {errorAt('rules') && (
          <Stack padding="4">
            <Banner tone="danger" title={errorAt('rules')} />
          </Stack>
        )}
        <Stack gap="0" as="ul">
          {form.rules.map((rule, index) => (
            <Row
              as="li"
              key={`${rule.rule} ${rule.loans} ${rule.source}`}
              apart
              gap="4"
              padding="4"
              alignItems="flex-start"
              borderTop="1px solid var(--c-line)"
            >
              <Stack gap="0.5" flex="1 1 18rem">
                <Text strong>
                  {t(RULE_WORDS[rule.rule])}
                  {rule.loans !== 'all' && ` · ${t(LOANS_WORDS[rule.loans])}`}
                </Text>
                <Text size="small" tone="muted">
                  {rule.source}
                </Text>
              </Stack>
              <Stack gap="2" flex="1 1 18rem">
                <RuleFields
                  rule={rule}
                  change={(values) => set(changed(form, index, values))}
                  errorOf={(name) => errorAt(`rules.${index}.values${name && `.${name}`}`)}
                />
              </Stack>
              {isOptional(rule.rule) && (
                <Button look="quiet" small onClick={() => set(without(form, index))}>
                  {t('Leave out')}
                </Button>
              )}
            </Row>
          ))}
        </Stack>
      </Card>
      <PreviewCard
        preview={preview.data}
        error={preview.error}
        busy={preview.isPending}
        zone={list.zone}
        onAsk={() => preview.mutate({ microfinance: productsOf(form), rules: form.rules })}
      />
      <Row gap="3">
        <Button look="primary" disabled={!ready} onClick={() => setAsking(true)}>
          {t('Take these rules')}
        </Button>
        {!ready && (
          <Text size="small" tone="muted">
            {t('Name, day and reason are needed, and every rule in order.')}
          </Text>
        )}
      </Row>
      {asking && (
        <ConfirmDialog
          title={t('Take “{name}” from {day}?', { name: form.name, day: formatDay(form.effectiveFrom) })}
          confirm={t('Take these rules')}
          busy={add.isPending}
          onConfirm={save}
          onClose={() => setAsking(false)}
        >
          {t('It cannot be changed afterwards; a later version can replace it. Who took it, and why, is kept.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
