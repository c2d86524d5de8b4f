/** An ordered list of rules, read aloud as sentences; written, ordered by drag or keys, switched off and saved as the next version. */
import { type DragEvent, type ReactNode, useState } from 'react';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { Badge, Button, Card, EmptyState, IconButton, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog, DraftNote, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { moved, replaced, without } from '../rule-edit';
import type { KeptRule, KeptSet, RuleSetHooks } from '../rule-set';
import { Versions } from './versions';

/** The rules as they are being written, or as they are kept for who may not write them. */
export function useWrittenRules<R extends KeptRule>(name: string, set: KeptSet<R>, mayWrite: boolean) {
  const draft = useDraft<{ version: number; rules: R[] }>(name, { version: set.version, rules: set.rules });
  return {
    mayWrite,
    rules: mayWrite ? draft.value.rules : set.rules,
    changedAt: mayWrite ? draft.changedAt : undefined,
    put: (rules: R[]) => draft.set({ version: draft.value.version, rules }),
    value: draft.value,
    discard: draft.discard,
  };
}

function RuleCard({
  rule,
  at,
  last,
  sentence,
  count,
  problem,
  fields,
  mayWrite,
  open,
  onOpen,
  onActive,
  onMove,
  onRemove,
}: {
  rule: KeptRule;
  at: number;
  last: boolean;
  sentence: string;
  count: string;
  problem: string | undefined;
  fields: ReactNode;
  mayWrite: boolean;
  open: boolean;
  onOpen: () => void;
  onActive: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const drag = {
    draggable: !open,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', String(at)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const from = Number(event.dataTransfer.getData('text/plain'));
      if (Number.isInteger(from)) onMove(from);
    },
  };
  return (
    <Card padding="4" {...(mayWrite && drag)}>
      <Stack gap="3">
        <Row apart gap="3" alignItems="flex-start" flexWrap="wrap">
          <Stack gap="1" flex="1 1 20rem" minWidth="0">
            <Row gap="2">
              <Text strong>
                {at + 1}. {rule.name}
              </Text>
              {!rule.active && <Badge tone="blocked">{t('switched off')}</Badge>}
            </Row>
            <Text>{sentence}</Text>
            <Text size="small" tone={problem ? 'danger' : 'muted'}>
              {[problem, count].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
          {mayWrite && (
            <Row gap="1">
              <Button
                small
                disabled={at === 0}
                aria-label={t('Move {name} up', { name: rule.name })}
                onClick={() => onMove(at - 1)}
              >
                ↑
              </Button>
              <Button
                small
                disabled={last}
                aria-label={t('Move {name} down', { name: rule.name })}
                onClick={() => onMove(at + 1)}
              >
                ↓
              </Button>
              <Button small onClick={onActive}>
                {rule.active ? t('Switch off') : t('Switch on')}
              </Button>
              <Button small aria-expanded={open} onClick={onOpen}>
                {open ? t('Close') : t('Edit')}
              </Button>
              <IconButton icon="close" label={t('Remove {name}', { name: rule.name })} onClick={onRemove} />
            </Row>
          )}
        </Row>
        {open && (fields ?? <Skeleton lines={4} />)}
      </Stack>
    </Card>
  );
}

export function OrderedRules<R extends KeptRule, S extends KeptSet<R>>({
  set,
  hooks,
  written,
  sentenceOf,
  countOf,
  problemOf,
  fieldsOf,
  fresh,
  empty,
}: {
  set: S;
  hooks: RuleSetHooks<R, S>;
  written: ReturnType<typeof useWrittenRules<R>>;
  sentenceOf: (rule: R) => string;
  /** Beside the rule at this place; may be empty. */
  countOf: (at: number) => string;
  problemOf: (rule: R) => string | undefined;
  /** Undefined while what it offers is fetched. */
  fieldsOf: (rule: R, change: (rule: R) => void) => ReactNode;
  fresh: () => R;
  /** What to do where there is no rule yet. */
  empty: string;
}) {
  const zone = useZone();
  const save = hooks.useSave();
  const [open, setOpen] = useState('');
  const [removing, setRemoving] = useState<number>();
  const { mayWrite, rules, changedAt, put, discard } = written;
  const refused = rules.some((rule) => problemOf(rule) !== undefined);

  async function keep() {
    try {
      await save.mutateAsync(written.value);
      discard();
      setOpen('');
      showToast(t('The rules are saved'), { tone: 'saved' });
    } catch {
      // Said above the rules; the draft stays.
    }
  }
  const add = () => {
    const rule = fresh();
    put([...rules, rule]);
    setOpen(rule.id);
  };
  const gone = removing === undefined ? undefined : rules[removing];

  return (
    <Stack gap="4">
      {changedAt !== undefined && (
        <DraftNote
          at={changedAt}
          zone={zone}
          onDiscard={() => {
            discard();
            save.reset();
          }}
        />
      )}
      {save.error && <ProblemNote problem={failedWrite(save.error)} />}
      {rules.length === 0 && <EmptyState title={t('No rules yet')}>{empty}</EmptyState>}
      {rules.map((rule, at) => (
        <RuleCard
          key={rule.id}
          rule={rule}
          at={at}
          last={at === rules.length - 1}
          sentence={sentenceOf(rule)}
          count={countOf(at)}
          problem={problemOf(rule)}
          fields={open === rule.id ? fieldsOf(rule, (next) => put(replaced(rules, at, next))) : undefined}
          mayWrite={mayWrite}
          open={open === rule.id}
          onOpen={() => setOpen(open === rule.id ? '' : rule.id)}
          onActive={() => put(replaced(rules, at, { ...rule, active: !rule.active }))}
          onMove={(other) => put(Math.abs(other - at) === 1 ? moved(rules, at, other) : moved(rules, other, at))}
          onRemove={() => setRemoving(at)}
        />
      ))}
      {mayWrite && (
        <Row gap="3" flexWrap="wrap">
          <Button onClick={add}>{t('Add a rule')}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={changedAt === undefined || refused}
            onClick={() => void keep()}
          >
            {t('Save the rules')}
          </Button>
          <Versions hooks={hooks} onChoose={put} />
        </Row>
      )}
      {set.savedAt && (
        <Text size="small" tone="muted">
          {t('Version {version}, saved by {name} on {time}', {
            version: set.version,
            name: set.savedBy ?? t('somebody'),
            time: formatDateTime(set.savedAt, zone),
          })}
        </Text>
      )}
      {removing !== undefined && gone && (
        <ConfirmDialog
          title={t('Remove the rule {name}?', { name: gone.name })}
          confirm={t('Remove')}
          danger
          onClose={() => setRemoving(undefined)}
          onConfirm={() => {
            put(without(rules, removing));
            setRemoving(undefined);
          }}
        >
          <Text>{t('Earlier versions keep it.')}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
