/** Giving the chosen loans of a list to one manager, telecaller, field agent or agency, told loan by loan what came of it, with a way back. */
import { useState } from 'react';
import {
  assignAgency,
  assignCollector,
  assignManager,
  assignProfile,
  undoAssign,
} from '../../../../core/contract/loan-changes';
import { MAX_ASSIGN_REASON } from '../../../../core/contract/loan-givers';
import { portfolioChoices } from '../../../../core/contract/portfolios';
import { addDays, type Day, dayOf, formatDay } from '../../../../core/domain/dates';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { MAX_VISIT_DAYS_AHEAD } from '../../../../core/domain/visits';
import { fieldWords, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import {
  Banner,
  Button,
  DateChips,
  DayInput,
  Field,
  SegmentedChoice,
  Skeleton,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { ConfirmDialog, personHint, TickList } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { type GivenTo, type JobLoans, useAssigning, useGivingJob, useHolders } from '../assign-queries';
import { countBecame, leftOutWords } from '../left-out-words';
import { GivingJob } from './giving-job';
import { WantsOther } from './wants-other';

const UNDO_SHOWN_MS = 15_000;

const GIVES = {
  managers: assignManager,
  collectors: assignCollector,
  fieldAgents: assignProfile,
  agencies: assignAgency,
} as const satisfies Record<GivenTo['kind'], unknown>;
const KINDS = Object.keys(GIVES) as GivenTo['kind'][];

/** To whom the user may give loans; nobody, unless they may see whom and take it back. */
function useKinds(): GivenTo['kind'][] {
  const role = parseRole(useSignedIn().profile.role.name);
  const admits = (access: { roles: readonly Role[] }) => access.roles.some((one) => one === role);
  if (![portfolioChoices, undoAssign].every(({ access }) => admits(access))) return [];
  return KINDS.filter((kind) => admits(GIVES[kind].access));
}
/** Gives loans to everybody, and as many as there are: what an agency's partner does not. */
export const useMayAssign = (): boolean => useKinds().length === KINDS.length;

const kindWords = (kind: GivenTo['kind']): string =>
  ({ managers: t('Manager'), collectors: t('Telecaller'), fieldAgents: t('Field agent'), agencies: t('Agency') })[kind];

const leavesWords = (kind: GivenTo['kind']): string =>
  ({
    managers: t('They leave whoever manages them now. Each loan is judged on its own; the rest stays as it is.'),
    collectors: t('They leave whoever calls them now. Each loan is judged on its own; the rest stays as it is.'),
    agencies: t('They leave the agency that has them now. Each loan is judged on its own; the rest stays as it is.'),
    fieldAgents: t('They leave whoever visits them now. Each loan is judged on its own; the rest stays as it is.'),
  })[kind];

/** What a field agent gets beside the loans: the day of the visit, and only those in their own pincodes. */
function VisitFields({
  visitOn,
  onVisitOn,
  ownPincodes,
  onOwnPincodes,
  error,
}: {
  visitOn: Day | undefined;
  onVisitOn: (day: Day | undefined) => void;
  ownPincodes: boolean;
  onOwnPincodes: (own: boolean) => void;
  error: string | undefined;
}) {
  const today = dayOf(Date.now(), useZone());
  return (
    <>
      <Field
        label={t('Visit on')}
        hint={t('It stands on the plan of that day on their phone')}
        group
        optional
        error={error && said(error)}
      >
        <DateChips
          value={visitOn}
          onChange={onVisitOn}
          today={today}
          min={today}
          max={addDays(today, MAX_VISIT_DAYS_AHEAD)}
        />
      </Field>
      <TickList
        options={[{ value: 'own', label: t('Only loans with an address in their pincodes') }]}
        value={ownPincodes ? ['own'] : []}
        onChange={(next) => onOwnPincodes(next.length > 0)}
      />
    </>
  );
}

export function AssignLoans({
  count,
  idsOf,
  job,
  onClose,
  onDone,
  onStarted,
}: {
  count: number;
  /** The server gives them as a job. */
  job?: JobLoans | undefined;
  /** The chosen loans; asked for when it is confirmed, because "all" is more than the page shows. */
  idsOf: () => Promise<string[]>;
  onClose: () => void;
  onDone: () => void;
  onStarted: (run: string) => void;
}) {
  const kinds = useKinds();
  const today = dayOf(Date.now(), useZone());
  const [kind, setKind] = useState<GivenTo['kind']>('collectors');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [visitOn, setVisitOn] = useState<Day>();
  const [ownPincodes, setOwnPincodes] = useState(false);
  const [recallOn, setRecallOn] = useState<Day>();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const holders = useHolders(typed.trim());
  // All agencies come at once; of people only those whose name fits what was typed.
  const people = holders.data?.[kind].filter(
    (one) => kind !== 'agencies' || one.name.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const { assign, undo } = useAssigning();
  const { name = '', awayUntil } = people?.find(({ id }) => id === chosen) ?? {};
  const giving = useGivingJob();
  const failed = assign.error ?? giving.error;
  const refused = fieldWords(failed);
  const problem = missing ? t('Choose who works them') : refused.profileId;
  const field = kind === 'fieldAgents';

  async function give() {
    if (!chosen) {
      setMissing(true);
      return;
    }
    try {
      const who = { profileId: chosen, reason: reason.trim() };
      const to: GivenTo =
        kind === 'fieldAgents'
          ? { kind, ...who, visitOn, ownPincodes }
          : kind === 'agencies'
            ? { kind, ...who, recallOn }
            : { kind, ...who };
      if (job) {
        onStarted((await giving.mutateAsync({ to, loans: job })).id);
        return;
      }
      const { batches, results, assigned, untouched, stopped } = await assign.mutateAsync({ to, idsOf });
      // Whoever has a loan already gets its day of visit all the same.
      const had = results.filter(({ became }) => became === 'unchanged').length;
      const visits = field && visitOn ? assigned + had : 0;
      const rest =
        untouched > 0 &&
        tn(untouched, '{n} loan stays where it is: {reason}', '{n} loans stay where they are: {reason}', {
          reason: said(screenWords(stopped).title),
        });
      showToast(
        [
          (assigned > 0 || visits === 0) &&
            tn(assigned, '{n} loan given to {name}', '{n} loans given to {name}', { name }),
          visitOn &&
            visits > 0 &&
            tn(visits, '{n} visit planned for {day}', '{n} visits planned for {day}', { day: formatDay(visitOn) }),
          leftOutWords(countBecame(results)),
          rest,
        ]
          .filter(Boolean)
          .join(' · '),
        {
          ms: UNDO_SHOWN_MS,
          tone: assigned + visits > 0 && !rest ? 'saved' : 'problem',
          ...(batches.length > 0 && { action: { label: t('Undo'), onClick: () => undo.mutate(batches) } }),
        },
      );
      onDone();
    } catch {
      // Said by the dialog; the choice stays.
    }
  }

  return (
    <ConfirmDialog
      title={count > 0 ? tn(count, 'Give {n} loan', 'Give {n} loans') : t('Give the loans of the file')}
      confirm={t('Give the loans')}
      busy={assign.isPending || giving.isPending}
      onClose={onClose}
      onConfirm={() => void give()}
    >
      <Stack gap="3">
        {!job && <WantsOther count={count} idsOf={idsOf} />}
        <Field label={t('Who gets them?')} group>
          <SegmentedChoice
            value={kind}
            onChange={(next) => {
              setKind(next);
              setChosen('');
              setMissing(false);
              assign.reset();
              giving.reset();
            }}
            options={kinds.map((one) => ({ value: one, label: kindWords(one) }))}
          />
        </Field>
        <Text>{leavesWords(kind)}</Text>
        <Field label={kindWords(kind)} error={problem && said(problem)} required>
          <TextInput type="search" value={typed} onChange={setTyped} placeholder={t('Search by name')} maxLength={80} />
        </Field>
        {holders.isPending && <Skeleton lines={3} />}
        {holders.error && !people && <Text tone="danger">{said(screenWords(holders.error).title)}</Text>}
        {people?.length === 0 && (
          <Text tone="muted">
            {kind === 'agencies'
              ? t('No agency of that name may get loans.')
              : t('Nobody of that name works below you.')}
          </Text>
        )}
        {people && people.length > 0 && (
          <TickList
            limit={8}
            searchFrom={Number.POSITIVE_INFINITY}
            options={people.map((one) => ({ value: one.id, label: one.name, hint: personHint(one) }))}
            value={chosen ? [chosen] : []}
            onChange={(next) => {
              setMissing(false);
              setChosen(next.find((one) => one !== chosen) ?? '');
            }}
          />
        )}
        {awayUntil && (
          <Banner tone="warn" title={t('{name} is on leave until {day}', { name, day: formatDay(awayUntil) })}>
            {t('The loans can be given all the same; until then nobody works them.')}
          </Banner>
        )}
        {field && (
          <VisitFields
            visitOn={visitOn}
            onVisitOn={setVisitOn}
            ownPincodes={ownPincodes}
            onOwnPincodes={setOwnPincodes}
            error={refused.visitDate ?? refused.visitOn}
          />
        )}
        {kind === 'agencies' && (
          <Field
            label={t('Last day with the agency')}
            hint={t('On the day after it goes back by itself; also of the loans that it has already')}
            optional
            error={refused.recallOn && said(refused.recallOn)}
          >
            <DayInput
              value={recallOn ?? ''}
              onChange={(day) => setRecallOn(day || undefined)}
              min={today}
              today={today}
            />
          </Field>
        )}
        <Field
          label={t('Reason')}
          hint={t('Kept with each loan and shown in the allocation report')}
          optional
          error={refused.reason && said(refused.reason)}
        >
          <TextInput value={reason} onChange={setReason} maxLength={MAX_ASSIGN_REASON} />
        </Field>
        {failed && !problem && !['visitDate', 'visitOn', 'recallOn', 'reason'].some((name) => refused[name]) && (
          <Text tone="danger">{said(screenWords(failed).title)}</Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** The dialog, and after it the job where the server gives the loans. */
export function GiveLoans(props: {
  count: number;
  idsOf: () => Promise<string[]>;
  job?: JobLoans | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [run, setRun] = useState('');
  return run ? <GivingJob id={run} onClose={props.onDone} /> : <AssignLoans {...props} onStarted={setRun} />;
}

/** The whole action for a list: a button, and its dialog. Nothing for those who may not. */
export default function AssignButton(props: {
  count: number;
  idsOf: () => Promise<string[]>;
  job?: JobLoans | undefined;
  onDone: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [kinds, all] = [useKinds(), useMayAssign()];
  if (kinds.length === 0) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t('Give to…')}
      </Button>
      {open && (
        <GiveLoans
          {...props}
          job={all ? props.job : undefined}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            props.onDone();
          }}
        />
      )}
    </>
  );
}
