/** The four tabs of a portfolio, each with how it stands. Arrow keys move between them, as between any tabs. */
import { useRef } from 'react';
import type { TabStates } from '../../../../core/contract/portfolios';
import { PORTFOLIO_TABS, type PortfolioTab } from '../../../../core/domain/portfolio-rules';
import { t } from '../../../i18n';
import { chakra, Icon, type IconName } from '../../../ui';
import { useKept } from '../../../ui/kit';
import { tabWords } from '../portfolio-words';

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
  },
});
const Tab = chakra('button', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '0.5',
    textAlign: 'start',
    padding: '3',
    background: 'surface',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'line',
    borderRadius: 'card',
    fontWeight: 'bold',
    lineHeight: 1.25,
    _hover: { borderColor: 'ink' },
    '&[aria-selected=true]': { borderColor: 'accent-ink', background: 'accent-soft', color: 'accent-ink' },
    '&[aria-disabled=true]': { color: 'muted', cursor: 'default' },
    '& small': {
      display: 'flex',
      gap: '1',
      alignItems: 'center',
      fontWeight: 'normal',
      fontSize: 'small',
      color: 'muted',
    },
    '&[aria-selected=true] small': { color: 'inherit' },
  },
});

type How = 'saved' | 'draft' | 'open' | 'later';
const icons: Record<How, IconName> = { saved: 'check', draft: 'edit', open: 'clock', later: 'lock' };

function useHow(tab: PortfolioTab, id: string | undefined, states: TabStates | undefined): How {
  const [draft] = useKept<unknown>(`draft.portfolio.${id ?? 'new'}.${tab}`, undefined);
  if (draft !== undefined) return 'draft';
  if (!states) return tab === 'details' ? 'open' : 'later';
  return states[tab].version > 0 ? 'saved' : 'open';
}

const howWords = (): Record<How, string> => ({
  saved: t('Saved'),
  draft: t('Draft, not saved'),
  open: t('Not filled in yet'),
  later: t('After the details'),
});

function OneTab({
  tab,
  id,
  states,
  chosen,
  onChoose,
}: {
  tab: PortfolioTab;
  id: string | undefined;
  states: TabStates | undefined;
  chosen: PortfolioTab;
  onChoose: (tab: PortfolioTab) => void;
}) {
  const how = useHow(tab, id, states);
  const place = PORTFOLIO_TABS.indexOf(tab);
  return (
    <Tab
      type="button"
      role="tab"
      id={`tab-${tab}`}
      aria-selected={chosen === tab}
      aria-controls="portfolio-tab"
      aria-disabled={how === 'later' || undefined}
      tabIndex={chosen === tab ? 0 : -1}
      onClick={() => {
        if (how !== 'later') onChoose(tab);
      }}
    >
      <span>
        {place + 1} · {tabWords()[tab]}
      </span>{' '}
      <small>
        <Icon name={icons[how]} size="0.9375rem" />
        {howWords()[how]}
      </small>
    </Tab>
  );
}

export function TabBar(props: {
  /** Undefined for a portfolio that is not saved yet. */
  id: string | undefined;
  states: TabStates | undefined;
  chosen: PortfolioTab;
  onChoose: (tab: PortfolioTab) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  return (
    <Bar
      ref={bar}
      role="tablist"
      aria-label={t('Parts of the portfolio')}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const tabs = [...(bar.current?.querySelectorAll<HTMLElement>('[role=tab]:not([aria-disabled])') ?? [])];
        const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
        const next = tabs[(at + step + tabs.length) % tabs.length];
        next?.click();
        next?.focus();
      }}
    >
      {PORTFOLIO_TABS.map((tab) => (
        <OneTab key={tab} tab={tab} {...props} />
      ))}
    </Bar>
  );
}
