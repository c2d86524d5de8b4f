/** All that was filled in for a new tenant, before it is set up. */
import { LANGUAGES } from '../../../../core/domain/languages';
import { said, t } from '../../../i18n';
import { Banner, Stack, Text } from '../../../ui';
import { FactLine, Facts, institutionWord } from '../../../ui/kit';
import type { FormSection } from '../../forms';
import { subscriptionWord } from '../tenant-form';
import { chosenProducts, type WizardValues } from '../wizard-form';

/** `alone`: nobody will be its administrator. */
export function TenantReview({
  values,
  filled,
  alone,
}: {
  values: WizardValues;
  filled: readonly FormSection<WizardValues>[];
  alone: boolean;
}) {
  const languages = LANGUAGES.filter(({ code }) => values.languages.includes(code)).map(({ name }) => name);
  const shown: Readonly<Record<string, unknown>> = {
    ...values,
    institution: institutionWord(values.institution),
    mailDomains: values.mailDomains || t('any address'),
    subscription: subscriptionWord(values.subscription),
    languages: languages.join(', ') || t('All'),
    regions: values.regions.map(said).join(', ') || t('All'),
  };
  const lines = filled.flatMap(({ fields = {} }) =>
    Object.entries(fields).map(([name, row]): [string, string] => [
      row ? (row.called ?? row.label) : name,
      String(shown[name] ?? ''),
    ]),
  );
  const products = chosenProducts(values).map(({ name }) => t(name));
  const at = lines.findIndex(([label]) => label === t('Languages'));
  lines.splice(at, 0, [t('Products'), products.join(', ')]);
  lines.push([t('First administrator'), [values.adminName, values.adminEmail].filter(Boolean).join(' · ')]);
  return (
    <Stack gap="4">
      <Facts>
        {lines.map(([label, value]) => (
          <FactLine key={label} name={label}>
            {value.trim() === '' ? '—' : value}
          </FactLine>
        ))}
      </Facts>
      {alone && (
        <Banner tone="warn" title={t('Without an administrator it stays a draft')}>
          <Text>{t('Nobody could sign in. You can add one now or later.')}</Text>
        </Banner>
      )}
    </Stack>
  );
}
