/** Settlements under every path that shows them: those that wait for one's word, those whose letter is to come, those being paid, all. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { parseRole } from '../../../../core/domain/roles';
import { SETTLEMENT_VIEWS, type SettlementView } from '../../../../core/domain/settlements/lists';
import { SHOWN_STAGES, type ShownStage, stagesFor } from '../../../../core/domain/settlements/sight';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { type DeskRouteId, deskPaths, mayEnter, routeOf } from '../../../routes';
import { EmptyState, LinkButton } from '../../../ui';
import { DeskPage, PAGE_SIZE, RecordList, useOpen, useTableQuery } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { SettlementPanel } from '../components/settlement-panel';
import { useSettlements } from '../queries';
import { settlementColumns } from '../settlement-columns';
import { useThenNotifications } from '../then-notifications';
import { stageWords } from '../words';

const FILTERS = ['view', 'stage'] as const;
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
  { id: 'postPayment', to: deskPaths.postPayment(), title: 'Post Payment', view: 'all', stage: 'running' },
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

export default function SettlementsPage() {
  const zone = useZone();
  const { role } = useSignedIn().profile;
  const here = useLocation().pathname;
  const preset = LISTS.find(({ to }) => to === here) ?? LISTS[0];
  const first: ShownStage | undefined = 'stage' in preset ? preset.stage : undefined;
  const { query, change } = useTableQuery(FILTERS);
  const [open, setOpen] = useOpen();
  const done = useThenNotifications();
  const chosenView = query.filters.view?.[0];
  const chosenStage = query.filters.stage?.[0];
  const stage = SHOWN_STAGES.find((one) => one === chosenStage) ?? (chosenView ? undefined : first);
  const list = useSettlements({
    view: SETTLEMENT_VIEWS.find((one) => one === chosenView) ?? preset.view,
    stage,
    q: query.q || undefined,
    page: query.page,
    size: PAGE_SIZE,
  });
  const shown = useMemo(settlementColumns, []);
  const others = LISTS.filter(({ id, to }) => to !== here && mayEnter(role, routeOf(id)));
  return (
    <DeskPage beside={open !== ''}>
      <RecordList
        name="settlements"
        title={t(preset.title)}
        noun={t('settlements')}
        actions={others.map(({ id, to, title }) => (
          <LinkButton key={id} small to={to}>
            {t(title)}
          </LinkButton>
        ))}
        searchLabel={t('Loan, settlement or borrower')}
        filters={[
          {
            name: 'view',
            label: t('Which'),
            single: true,
            options: SETTLEMENT_VIEWS.map((value) => ({ value, label: t(VIEWS[value]) })),
          },
          {
            name: 'stage',
            label: t('Stage'),
            single: true,
            options: stagesFor(parseRole(role.name)).map((value) => ({ value, label: stageWords(value) })),
          },
        ]}
        columns={shown}
        result={list}
        problem={problemOf(list.error)}
        zone={zone}
        query={query}
        change={change}
        keyOf={(row) => row.id}
        nameOf={(row) => row.borrower}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={
          <EmptyState icon="rupee" title={t('No settlement waits here')}>
            {t('Settlements that are offered on your loans appear here when it is your turn.')}
          </EmptyState>
        }
      />
      {open && <SettlementPanel key={open} id={open} onDone={done} onClose={() => setOpen('')} />}
    </DeskPage>
  );
}
