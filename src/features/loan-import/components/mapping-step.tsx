/** The columns of a file and what they become. What a person chose is a draft until the file is checked with it. */
import { useMemo, useState } from 'react';
import {
  driftOf,
  type FieldId,
  guessMapping,
  type LoanMapping,
  mappingProblems,
} from '../../../../core/domain/loan-import';
import { t, tn } from '../../../i18n';
import { Button, Card, chakra, Heading, Row, Stack, Text } from '../../../ui';
import { CardHead, DraftNote, type Problem, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { chooseField, repairDrift, setTransforms } from '../mapping-edit';
import { previewOf } from '../preview';
import { type Choice, type ImportDetail, type Layout, useSavedMappings } from '../queries';
import { LayoutChoice } from './layout-choice';
import { MappingColumn } from './mapping-column';
import { Drift, FixedValues, MissingFields } from './mapping-notes';
import { PolicyChoice } from './policy-choice';
import { type Whose, WhoseLoans } from './whose-loans';

const Columns = chakra('ul', { base: { listStyle: 'none', margin: '0', padding: '0' } });
const Sides = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
  },
});

interface Held {
  mapping: LoanMapping;
  whose: Whose;
  /** Columns that somebody has looked at. */
  touched: readonly number[];
}

export function MappingStep({
  detail,
  busy,
  reading,
  problem,
  onLayout,
  onCheck,
}: {
  detail: ImportDetail & { look: NonNullable<ImportDetail['look']>; mapping: NonNullable<ImportDetail['mapping']> };
  /** The check is about to begin. */
  busy: boolean;
  /** The file is read again, as another table. */
  reading: boolean;
  problem: Problem | undefined;
  onLayout: (layout: Layout) => void;
  onCheck: (choice: Choice) => void;
}) {
  const zone = useZone();
  const { look, kind } = detail;
  // Another header line is another table, for which a draft says nothing.
  const draft = useDraft<Held>(`import.${detail.id}.${JSON.stringify(look.layout)}`, {
    mapping: detail.mapping,
    whose: { clientId: detail.clientId ?? '', portfolioId: detail.portfolioId ?? '' },
    touched: [],
  });
  const [openedAt, setOpenedAt] = useState(draft.changedAt);
  const { mapping, whose, touched } = draft.value;
  const became = useMemo(() => previewOf(mapping, look.columns, look.samples), [mapping, look]);
  const mappings = useSavedMappings({ clientId: whose.clientId, kind }, whose.clientId !== '');
  const saved = mappings.data?.[0];
  const drift = saved ? driftOf(saved.mapping, look.columns) : [];
  const noClient = kind === 'loans' && whose.clientId === '';
  const noPortfolio =
    kind === 'loans' &&
    whose.portfolioId === '' &&
    !('portfolio' in mapping.fixed) &&
    !mapping.columns.some(({ field }) => field === 'portfolio');
  const missing = mappingProblems(mapping, look.columns, kind).length + Number(noClient) + Number(noPortfolio);
  const change = (next: LoanMapping, at?: number) =>
    draft.set({ ...draft.value, mapping: next, touched: at === undefined ? touched : [...new Set([...touched, at])] });
  const takenBy = (field: string) => mapping.columns.find((column) => column.field === field)?.header;
  const out = mapping.columns.filter(({ field }) => field === null).length;
  return (
    <Stack gap="4">
      {openedAt !== undefined && draft.changedAt !== undefined && (
        <DraftNote
          at={openedAt}
          zone={zone}
          onDiscard={() => {
            draft.discard();
            setOpenedAt(undefined);
          }}
        />
      )}
      {kind !== 'suppressions' && (
        <WhoseLoans
          whose={whose}
          onlyChanges={kind !== 'loans'}
          saved={saved}
          onChange={(next) => draft.set({ ...draft.value, whose: next })}
          onUse={({ mapping: last }) =>
            draft.set({ ...draft.value, mapping: guessMapping(look, last, kind), touched: [] })
          }
        />
      )}
      <MissingFields kind={kind} mapping={mapping} columns={look.columns} look={look} onChange={change} />
      {saved && <Drift drift={drift} onRepair={(one) => change(repairDrift(mapping, saved.mapping, one))} />}
      <Sides>
        <Card flush>
          <CardHead>
            <Heading>{tn(mapping.columns.length, '{n} column of the file', '{n} columns of the file')}</Heading>
            <Text as="span" size="small" tone="muted">
              {tn(out, '{n} left out', '{n} left out')}
            </Text>
          </CardHead>
          <Columns>
            {mapping.columns.map((column, at) => (
              <MappingColumn
                key={`${column.header} ${column.nth ?? 0}`}
                kind={kind}
                column={column}
                header={column.header}
                values={look.samples.map((cells) => cells[at] ?? '')}
                became={(row) => became(at, row)}
                guessed={!touched.includes(at)}
                takenBy={takenBy}
                onChoose={(field: FieldId | null) => change(chooseField(mapping, at, field), at)}
                onTransforms={(transforms) => change(setTransforms(mapping, at, transforms), at)}
              />
            ))}
          </Columns>
        </Card>
        <Stack gap="4" position={{ lg: 'sticky' }} top="calc(var(--bars, 3.25rem) + 1rem)">
          {kind !== 'suppressions' && (
            <Card>
              <PolicyChoice
                policy={mapping.policy}
                onlyChanges={kind !== 'loans'}
                onChange={(policy) => change({ ...mapping, policy })}
              />
            </Card>
          )}
          <Card>
            <FixedValues kind={kind} mapping={mapping} onChange={change} />
          </Card>
        </Stack>
      </Sides>
      <Card as="details">
        <summary style={{ cursor: 'pointer', fontWeight: 700 }}>{t('First rows, sheet, encoding and headers')}</summary>
        <Stack marginTop="3">
          <LayoutChoice look={look} busy={reading} onChange={onLayout} />
        </Stack>
      </Card>
      <ProblemNote tone="danger" title={t('The file was not checked')} problem={problem} />
      <Row gap="3" data-keep-free>
        <Button
          look="primary"
          icon="check"
          busy={busy}
          disabled={missing > 0}
          onClick={() => onCheck({ mapping, clientId: whose.clientId || null, portfolioId: whose.portfolioId || null })}
        >
          {t('Check the file')}
        </Button>
        <Text as="span" size="small" tone="muted">
          {noClient
            ? t('Say whose loans these are')
            : noPortfolio
              ? t('Choose the portfolio, or the column that says it')
              : missing > 0
                ? tn(missing, '{n} thing is still missing', '{n} things are still missing')
                : t('Nothing is changed by checking.')}
        </Text>
      </Row>
    </Stack>
  );
}
