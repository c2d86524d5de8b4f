/** The own tenant's products and buckets: what forms offer. */
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useState } from 'react';
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

interface Entry {
  id: string;
  name: string;
  /** What is said beside the name. */
  about: string;
  active: boolean;
  /** Standard ones stay. */
  stays?: boolean;
  /** Offers it again, or no longer. */
  onOffer: () => void;
}

/** The first message of a failed change: of a field, or as a whole. */
const wordsOf = (error: unknown): string | undefined =>
  error ? (Object.values(fieldWords(error))[0] ?? screenWords(error).title) : undefined;

/** What forms offer of one kind; whoever may edit it stops offering, removes and adds. */
function Entries({
  title,
  entries,
  none,
  problem,
  mayEdit,
  onRemove,
  children,
}: {
  title: string;
  entries: readonly Entry[];
  none?: string;
  problem: string | undefined;
  mayEdit: boolean;
  onRemove: (id: string) => void;
  /** The way to another one. */
  children: ReactNode;
}) {
  const [removing, setRemoving] = useState<Entry>();
  return (
    <Stack as="section" gap="2">
      <Heading as="h3">{title}</Heading>
      {problem && <Banner tone="danger" title={problem} />}
      {entries.length === 0 && none && <Text tone="muted">{none}</Text>}
      <List aria-label={title}>
        {entries.map((entry) => {
          const { id, name, about, active, stays = false, onOffer } = entry;
          return (
            <li key={id}>
              <Box flex="1" minWidth="0">
                <Text as="span" {...(active ? {} : { tone: 'muted' as const })}>
                  {name}
                </Text>{' '}
                <Text as="span" size="small" tone="muted">
                  {about}
                  {!active && ` · ${t('not offered')}`}
                </Text>
              </Box>
              {mayEdit && (
                <>
                  <Button
                    small
                    look="plain"
                    aria-label={t(active ? 'Stop offering {name}' : 'Offer {name} again', { name })}
                    onClick={onOffer}
                  >
                    {active ? t('Stop offering') : t('Offer again')}
                  </Button>
                  {!stays && (
                    <IconButton icon="trash" label={t('Remove {name}', { name })} onClick={() => setRemoving(entry)} />
                  )}
                </>
              )}
            </li>
          );
        })}
      </List>
      {removing && (
        <ConfirmDialog
          title={t('Remove {name}?', { name: removing.name })}
          confirm={t('Remove')}
          danger
          onConfirm={() => {
            onRemove(removing.id);
            setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        >
          {t('No form offers it any more. What is in use cannot be removed.')}
        </ConfirmDialog>
      )}
      {mayEdit && children}
    </Stack>
  );
}

/** What is being added, kept until it is; the note stands where it was begun at an earlier visit. */
function useAdding<T extends object>(
  name: string,
  empty: T,
  isWhole: (value: T) => boolean,
  { mutate, isPending }: { mutate: (value: T, then: { onSuccess: () => void }) => void; isPending: boolean },
) {
  const zone = useZone();
  const draft = useDraft(name, empty);
  const [openedAt, setOpenedAt] = useState(draft.changedAt);
  const [asked, setAsked] = useState(false);
  const discard = () => {
    setOpenedAt(undefined);
    draft.discard();
  };
  return {
    value: draft.value,
    asked,
    set: (part: Partial<T>) => draft.set({ ...draft.value, ...part }),
    note: openedAt !== undefined && <DraftNote at={openedAt} zone={zone} onDiscard={discard} />,
    add(event: FormEvent) {
      event.preventDefault();
      event.stopPropagation();
      setAsked(true);
      if (!isWhole(draft.value) || isPending) return;
      mutate(draft.value, {
        onSuccess: () => {
          discard();
          setAsked(false);
        },
      });
    },
  };
}

const NO_PRODUCT: { name: string; category: ProductCategory } = { name: '', category: 'unsecured' };
const NO_BUCKET = { label: '', from: '', to: '' };

function Products({ products, mayEdit }: { products: readonly Product[]; mayEdit: boolean }) {
  const { addProduct, changeProduct, removeProduct } = useLookupChanges();
  const adding = useAdding('product.new', NO_PRODUCT, (one) => one.name.trim() !== '', {
    isPending: addProduct.isPending,
    mutate: ({ name, category }, then) => addProduct.mutate({ name: name.trim(), category }, then),
  });
  const { name, category } = adding.value;
  return (
    <Entries
      title={t('Products')}
      none={t('None yet. Portfolios are made for a product.')}
      problem={wordsOf(changeProduct.error ?? removeProduct.error)}
      mayEdit={mayEdit}
      entries={products.map(({ id, version, ...product }) => ({
        ...product,
        id,
        about: categoryWords(product.category),
        onOffer: () =>
          changeProduct.mutate({ params: { productId: id }, body: { version, ...product, active: !product.active } }),
      }))}
      onRemove={(id) => removeProduct.mutate(id)}
    >
      {adding.note}
      <AddForm onSubmit={adding.add} aria-label={t('Add product')} noValidate>
        <Box flex="1 1 10rem">
          <Field
            label={t('New product')}
            error={wordsOf(addProduct.error) ?? (adding.asked && name.trim() === '' ? t(REQUIRED) : undefined)}
          >
            <TextInput value={name} onChange={(next) => adding.set({ name: next })} maxLength={60} autoComplete="off" />
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
    </Entries>
  );
}

/** A bucket's days as they are said: "61 to 90 days", "from 361 days". */
const rangeOf = ({ fromDpd, toDpd }: Pick<BucketRow, 'fromDpd' | 'toDpd'>): string =>
  toDpd === null ? t('from {from} days', { from: fromDpd }) : t('{from} to {to} days', { from: fromDpd, to: toDpd });

function Buckets({ buckets, mayEdit }: { buckets: readonly BucketRow[]; mayEdit: boolean }) {
  const { addBucket, changeBucket, removeBucket } = useLookupChanges();
  const adding = useAdding('bucket.new', NO_BUCKET, (one) => one.label.trim() !== '' && one.from !== '', {
    isPending: addBucket.isPending,
    mutate: ({ label, from, to }, then) =>
      addBucket.mutate({ label: label.trim(), fromDpd: Number(from), toDpd: to === '' ? null : Number(to) }, then),
  });
  const { label, from, to } = adding.value;
  const missing = (text: string) => (adding.asked && text.trim() === '' ? t(REQUIRED) : undefined);
  return (
    <Entries
      title={t('Buckets')}
      problem={wordsOf(changeBucket.error ?? removeBucket.error)}
      mayEdit={mayEdit}
      entries={buckets.map(({ id, version, standard, ...bucket }) => ({
        id,
        name: bucket.label,
        about: rangeOf(bucket),
        active: bucket.active,
        stays: standard,
        onOffer: () =>
          changeBucket.mutate({ params: { bucketId: id }, body: { version, ...bucket, active: !bucket.active } }),
      }))}
      onRemove={(id) => removeBucket.mutate(id)}
    >
      {adding.note}
      <AddForm onSubmit={adding.add} aria-label={t('Add bucket')} noValidate>
        <Box flex="1 1 8rem">
          <Field label={t('New bucket')} error={wordsOf(addBucket.error) ?? missing(label)}>
            <TextInput
              value={label}
              onChange={(next) => adding.set({ label: next })}
              maxLength={60}
              autoComplete="off"
            />
          </Field>
        </Box>
        <Box width="6rem">
          <Field label={t('From DPD')} error={missing(from)}>
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
    </Entries>
  );
}
