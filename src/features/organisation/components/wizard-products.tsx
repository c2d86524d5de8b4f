/** What a new tenant collects on: usual products to tick, and others that are added by name. */
import { useState } from 'react';
import {
  type PRODUCT_CATEGORIES,
  type ProductCategory,
  STANDARD_BUCKETS,
  USUAL_PRODUCTS,
} from '../../../../core/domain/lookups';
import { t } from '../../../i18n';
import { Button, Field, Row, Select, TextInput } from '../../../ui';
import { FormPart, type RecordFormState } from '../../../ui/kit';
import { FormField } from '../../forms';
import { categoryWords } from '../client-form';
import type { WizardValues } from '../wizard-form';

const KINDS = ['unsecured', 'secured'] as const satisfies (typeof PRODUCT_CATEGORIES)[number][];

export function WizardProducts({ form }: { form: RecordFormState<WizardValues> }) {
  const [name, setName] = useState('');
  const [category, setCategory] = useState<ProductCategory>('unsecured');
  const { ownProducts } = form.typed;
  const taken = [...USUAL_PRODUCTS, ...ownProducts].some((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  function add() {
    if (name.trim() === '' || taken) return;
    form.set({ ownProducts: [...ownProducts, { name: name.trim(), category }] });
    setName('');
  }
  return (
    <FormPart
      title={t('Products')}
      note={t('What it collects on. The buckets {buckets} are always there; more can be added later.', {
        buckets: STANDARD_BUCKETS.map(({ label }) => label).join(', '),
      })}
      wide={false}
    >
      {KINDS.map((kind) => {
        const usual = USUAL_PRODUCTS.filter((one) => one.category === kind);
        const options = usual.map((one) => ({ value: one.name, label: t(one.name) }));
        const row = { label: categoryWords(kind), kind: 'ticks', options } as const;
        return <FormField key={kind} form={form} name="products" row={row} />;
      })}
      <Row gap="3" alignItems="flex-end">
        <Field label={t('Another product')} optional error={taken ? t('It is in the list already') : undefined}>
          <TextInput
            value={name}
            onChange={setName}
            maxLength={60}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || name.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
        </Field>
        <Field label={t('Category')}>
          <Select
            value={category}
            onChange={setCategory}
            options={KINDS.map((kind) => ({ value: kind, label: categoryWords(kind) }))}
          />
        </Field>
        <Button icon="plus" onClick={add}>
          {t('Add product')}
        </Button>
      </Row>
      {ownProducts.length > 0 && (
        <Row gap="2">
          {ownProducts.map((one) => (
            <Button
              key={one.name}
              small
              look="soft"
              icon="close"
              aria-label={t('Remove {name}', { name: one.name })}
              onClick={() => form.set({ ownProducts: ownProducts.filter((held) => held !== one) })}
            >
              {one.name} · {categoryWords(one.category)}
            </Button>
          ))}
        </Row>
      )}
    </FormPart>
  );
}
