/** Settlements under every path that shows them: those that wait for one's word, those whose letter is to come, those being paid, all. */
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { listSettlements, REVIEWING } from '../../../../core/contract/settlements';
import type { SettlementView } from '../../../../core/domain/settlements/lists';
import type { ShownStage } from '../../../../core/domain/settlements/sight';
import { STEPS } from '../../../../core/domain/settlements/steps';
import { t, tn } from '../../../i18n';
import { type DeskRouteId, deskPaths, mayEnter, routeOf } from '../../../routes';
import { Button, LinkButton } from '../../../ui';
import { useListAddress } from '../../../ui/kit';
import { EntityList } from '../../lists';
import { useSignedIn } from '../../session';
import { DecideMany } from '../components/decide-many';
import { SettlementPanel } from '../components/settlement-panel';
import { LOOK_MS } from '../queries';
import { settlementColumns, stageFilter } from '../settlement-columns';
import { useThenNotifications } from '../then-notifications';

const VIEWS: Record<SettlementView, string> = {
  turn: 'Waiting for me',
  open: 'Open',
  money: 'Money to confirm',
  ended: 'Ended',
  all: 'All',
};

/** Every list of settlements: its path, whose it is by the registry, and what it shows first. */
const LISTS = [
  { id: 'settlements', to: deskPaths.settlements(), title: 'Settlements', view: 'open' },
  { id: 'approveLoan', to: deskPaths.approveLoan(), title: 'Approve Loan', view: 'turn' },
  {
    id: 'approveLoanByClient',
    to: deskPaths.approveLoanByClient(),
    title: 'Approve Loan by Client',
    view: 'turn',
  },
  {
    id: 'letterUploadByClient',
    to: deskPaths.letterUploadByClient(),
    title: 'Letter Upload by Client',
    view: 'turn',
    stage: 'approved',
  },
  { id: 'pendingSettlements', to: deskPaths.pendingSettlements(), title: 'Pending Settlement', view: 'turn' },
  { id: 'clientSettlements', to: deskPaths.clientSettlements(), title: 'Pending Settlement (client)', view: 'all' },
  { id: 'settlement', to: deskPaths.settlement(), title: 'Settlement', view: 'all' },
  {
    id: 'newSettlementAllocation',
    to: deskPaths.newSettlementAllocation(),
    title: 'New Settlement Allocation',
    view: 'open',
  },
] as const satisfies readonly {
  id: DeskRouteId;
  to: string;
  title: string;
  view: SettlementView;
  stage?: ShownStage;
}[];

const BESIDE = [
  { id: 'settlementAbsences', to: deskPaths.settlementAbsences(), title: 'While I am away' },
  { id: 'postPayment', to: deskPaths.postPayment(), title: 'Post Payment' },
] as const;

const DrawMany = lazy(() => import('../components/draw-many').then((part) => ({ default: part.DrawMany })));

/** Of the chosen ones, or of all that wait for a letter. */
function LettersButton({ chosen = [] }: { chosen?: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {chosen.length > 0 ? tn(chosen.length, 'Draw {n} letter', 'Draw {n} letters') : t('Draw letters')}
      </Button>
      {open && (
        <Suspense>
          <DrawMany chosen={chosen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export default function SettlementsPage() {
  const { role } = useSignedIn().profile;
  const [address] = useListAddress();
  const here = useLocation().pathname;
  const done = useThenNotifications();
  const preset = LISTS.find(({ to }) => to === here) ?? LISTS[0];
  const decides = REVIEWING.some((one) => one === role.name) && (address.get('view') ?? preset.view) === 'turn';
  const draws = STEPS['send-letter'].by.some((one) => one === role.name);
  const others = [...LISTS, ...BESIDE].filter(({ id, to }) => to !== here && mayEnter(role, routeOf(id)));
  return (
    <EntityList
      name="settlements"
      from={listSettlements}
      ask={{ view: preset.view, ...('stage' in preset && !address.has('view') && { stage: preset.stage }) }}
      every={LOOK_MS}
      title={t(preset.title)}
      noun={t('settlements')}
      actions={
        <>
          {draws && <LettersButton />}
          {others.map(({ id, to, title }) => (
            <LinkButton key={id} small to={to}>
              {t(title)}
            </LinkButton>
          ))}
        </>
      }
      columns={settlementColumns}
      searchLabel={t('Loan, settlement or borrower')}
      filters={{ view: { label: t('Which'), words: (one) => t(VIEWS[one]) }, stage: stageFilter(role.name) }}
      nameOf={(row) => row.borrower}
      bulk={
        decides || draws
          ? {
              actions: ({ rows, clear }) => (
                <>
                  {decides && <DecideMany rows={rows} clear={clear} />}
                  {draws && <LettersButton chosen={rows.map(({ id }) => id)} />}
                </>
              ),
            }
          : undefined
      }
      panel={({ id, close }) => <SettlementPanel key={id} id={id} onDone={done} onClose={close} />}
      empty={{
        icon: 'rupee',
        title: t('No settlement waits here'),
        text: t('Settlements that are offered on your loans appear here when it is your turn.'),
      }}
    />
  );
}
