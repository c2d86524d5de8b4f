/** The own tenant's products and buckets: what forms offer. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useState } from 'react';
import { type BucketRow, createProduct, type Product } from '../../../../core/contract/lookups';
import { PRODUCT_CATEGORIES, type ProductCategory } from '../../../../core/domain/lookups';
import { REQUIRED } from '../../../../core/domain/validators';
import { fieldWords, problemOf, screenWords } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import {
  Banner,
  Box,
  Button,
  Field,
  Heading,
  IconButton,
  NumberInput,
  Row,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '../../../ui';
import { ConfirmDialog, DraftNote, ProblemNote, useDraft } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { categoryWords } from '../client-form';
import { useLookupChanges, useLookups } from '../queries';

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minHeight: '2.5rem',
      borderBottomWidth: '1px',
      borderBottomStyle: 'solid',
      borderColor: 'line',
    },
  },
});
const AddForm = chakra('form', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'flex-end' } });

export function LookupLists() {
  const { data, error, refetch } = useLookups();
  const mayEdit = mayAsk(createProduct, useSignedIn().profile);
  if (!data)
    return error ? (
      <ProblemNote problem={problemOf(error)} action={<Again onClick={() => void refetch()} />} />
    ) : (
      <Skeleton lines={6} height="2rem" />
    );
  return (
    <>
      <Products products={data.products} mayEdit={mayEdit} />
      <Buckets buckets={data.buckets} mayEdit={mayEdit} />
    </>
  );
}

const Again = ({ onClick }: { onClick: () => void }) => (
  <Button small onClick={onClick}>
    {t('Try again')}
  </Button>
);

interface Named {
  id: string;
  name: string;
}

function RemoveDialog({ row, onRemove, onClose }: { row: Named; onRemove: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Remove {name}?', { name: row.name })}
      confirm={t('Remove')}
      danger
      onConfirm={onRemove}
      onClose={onClose}
    >
      {t('No form offers it any more. What is in use cannot be removed.')}
    </ConfirmDialog>
  );
}

/** The first message of a failed change: of a field, or as a whole. */
const wordsOf = (error: unknown): string | undefined =>
  error ? (Object.values(fieldWords(error))[0] ?? screenWords(error).title) : undefined;

const NO_PRODUCT: { name: string; category: ProductCategory } = { name: '', category: 'unsecured' };
const NO_BUCKET = { label: '', from: '', to: '' };

/** What is being added, kept until it is; the note stands where it was begun at an earlier visit. */
function useAdding<T extends object>(name: string, empty: T) {
  const zone = useZone();
  const draft = useDraft(name, empty);
  const [openedAt, setOpenedAt] = useState(draft.changedAt);
  const discard = () => {
    setOpenedAt(undefined);
    draft.discard();
  };
  return {
    value: draft.value,
    set: (part: Partial<T>) => draft.set({ ...draft.value, ...part }),
    discard,
    note: openedAt !== undefined && <DraftNote at={openedAt} zone={zone} onDiscard={discard} />,
  };
}

function Products({ products, mayEdit }: { products: readonly Product[]; mayEdit: boolean }) {
  const { addProduct, changeProduct, removeProduct } = useLookupChanges();
  const adding = useAdding('product.new', NO_PRODUCT);
  const { name, category } = adding.value;
  const [removing, setRemoving] = useState<Named>();
  const [asked, setAsked] = useState(false);
  const problem = wordsOf(changeProduct.error ?? removeProduct.error);
  function add(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setAsked(true);
    if (name.trim() === '' || addProduct.isPending) return;
    addProduct.mutate(
      { name: name.trim(), category },
      {
        onSuccess: () => {
          adding.discard();
          setAsked(false);
        },
      },
    );
  }
  return (
    <Stack as="section" gap="2">
      <Heading as="h3">{t('Products')}</Heading>
      {problem && <Banner tone="danger" title={problem} />}
      {products.length === 0 && <Text tone="muted">{t('None yet. Portfolios are made for a product.')}</Text>}
      <List aria-label={t('Products')}>
        {products.map(({ id, version, ...product }) => (
          <li key={id}>
            <Box flex="1" minWidth="0">
              <Text as="span" {...(product.active ? {} : { tone: 'muted' as const })}>
                {product.name}
              </Text>{' '}
              <Text as="span" size="small" tone="muted">
                {categoryWords(product.category)}
                {!product.active && ` · ${t('not offered')}`}
              </Text>
            </Box>
            {mayEdit && (
              <>
                <Button
                  small
                  look="plain"
                  aria-label={t(product.active ? 'Stop offering {name}' : 'Offer {name} again', { name: product.name })}
                  onClick={() =>
                    changeProduct.mutate({
                      params: { productId: id },
                      body: { version, ...product, active: !product.active },
                    })
                  }
                >
                  {product.active ? t('Stop offering') : t('Offer again')}
                </Button>
                <IconButton
                  icon="trash"
                  label={t('Remove {name}', { name: product.name })}
                  onClick={() => setRemoving({ id, name: product.name })}
                />
              </>
            )}
          </li>
        ))}
      </List>
      {removing && (
        <RemoveDialog
          row={removing}
          onClose={() => setRemoving(undefined)}
          onRemove={() => {
            removeProduct.mutate(removing.id);
            setRemoving(undefined);
          }}
        />
      )}
      {mayEdit && adding.note}
      {mayEdit && (
        <AddForm onSubmit={add} aria-label={t('Add product')} noValidate>
          <Box flex="1 1 10rem">
            <Field
              label={t('New product')}
              error={wordsOf(addProduct.error) ?? (asked && name.trim() === '' ? t(REQUIRED) : undefined)}
            >
              <TextInput
                value={name}
                onChange={(next) => adding.set({ name: next })}
                maxLength={60}
                autoComplete="off"
              />
            </Field>
          </Box>
          <Field label={t('Category')}>
            <Select
              value={category}
              onChange={(next) => adding.set({ category: next })}
              options={PRODUCT_CATEGORIES.map((one) => ({ value: one, label: categoryWords(one) }))}
            />
          </Field>
          <Button type="submit" busy={addProduct.isPending}>
            {t('Add product')}
          </Button>
        </AddForm>
      )}
    </Stack>
  );
}

/** A bucket's days as they are said: "61 to 90 days", "from 361 days". */
const rangeOf = ({ fromDpd, toDpd }: BucketRow): string =>
  toDpd === null ? t('from {from} days', { from: fromDpd }) : t('{from} to {to} days', { from: fromDpd, to: toDpd });

function Buckets({ buckets, mayEdit }: { buckets: readonly BucketRow[]; mayEdit: boolean }) {
  const { addBucket, changeBucket, removeBucket } = useLookupChanges();
  const adding = useAdding('bucket.new', NO_BUCKET);
  const { label, from, to } = adding.value;
  const [removing, setRemoving] = useState<Named>();
  const [asked, setAsked] = useState(false);
  const problem = wordsOf(changeBucket.error ?? removeBucket.error);
  function add(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setAsked(true);
    if (label.trim() === '' || from === '' || addBucket.isPending) return;
    addBucket.mutate(
      { label: label.trim(), fromDpd: Number(from), toDpd: to === '' ? null : Number(to) },
      {
        onSuccess: () => {
          adding.discard();
          setAsked(false);
        },
      },
    );
  }
  return (
    <Stack as="section" gap="2">
      <Heading as="h3">{t('Buckets')}</Heading>
      {problem && <Banner tone="danger" title={problem} />}
      <List aria-label={t('Buckets')}>
        {buckets.map(({ id, version, standard, ...bucket }) => (
          <li key={id}>
            <Box flex="1" minWidth="0">
              <Text as="span" {...(bucket.active ? {} : { tone: 'muted' as const })}>
                {bucket.label}
              </Text>{' '}
              <Text as="span" size="small" tone="muted">
                {rangeOf({ id, version, standard, ...bucket })}
                {!bucket.active && ` · ${t('not offered')}`}
              </Text>
            </Box>
            {mayEdit && (
              <>
                <Button
                  small
                  look="plain"
                  aria-label={t(bucket.active ? 'Stop offering {name}' : 'Offer {name} again', { name: bucket.label })}
                  onClick={() =>
                    changeBucket.mutate({
                      params: { bucketId: id },
                      body: { version, ...bucket, active: !bucket.active },
                    })
                  }
                >
                  {bucket.active ? t('Stop offering') : t('Offer again')}
                </Button>
                {!standard && (
                  <IconButton
                    icon="trash"
                    label={t('Remove {name}', { name: bucket.label })}
                    onClick={() => setRemoving({ id, name: bucket.label })}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </List>
      {removing && (
        <RemoveDialog
          row={removing}
          onClose={() => setRemoving(undefined)}
          onRemove={() => {
            removeBucket.mutate(removing.id);
            setRemoving(undefined);
          }}
        />
      )}
      {mayEdit && adding.note}
      {mayEdit && (
        <AddForm onSubmit={add} aria-label={t('Add bucket')} noValidate>
          <Box flex="1 1 8rem">
            <Field
              label={t('New bucket')}
              error={wordsOf(addBucket.error) ?? (asked && label.trim() === '' ? t(REQUIRED) : undefined)}
            >
              <TextInput
                value={label}
                onChange={(next) => adding.set({ label: next })}
                maxLength={60}
                autoComplete="off"
              />
            </Field>
          </Box>
          <Box width="6rem">
            <Field label={t('From DPD')} error={asked && from === '' ? t(REQUIRED) : undefined}>
              <NumberInput value={from} onChange={(next) => adding.set({ from: next })} maxLength={4} />
            </Field>
          </Box>
          <Box width="6rem">
            <Field label={t('To DPD')}>
              <NumberInput value={to} onChange={(next) => adding.set({ to: next })} maxLength={4} placeholder="∞" />
            </Field>
          </Box>
          <Row>
            <Button type="submit" busy={addBucket.isPending}>
              {t('Add bucket')}
            </Button>
          </Row>
        </AddForm>
      )}
    </Stack>
  );
}
