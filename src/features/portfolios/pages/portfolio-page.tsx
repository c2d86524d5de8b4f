/** A portfolio with its four tabs: made, resumed and changed here; each tab is saved by itself. */
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Portfolio } from '../../../../core/contract/portfolios';
import { uuidv7 } from '../../../../core/domain/ids';
import { PORTFOLIO_TABS, type PortfolioTab } from '../../../../core/domain/portfolio-rules';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Banner, chakra, LinkButton, Row, Stack } from '../../../ui';
import { DeskPage, DeskTitle, useKept } from '../../../ui/kit';
import { useZone } from '../../session';
import { DetailsTab } from '../components/details-tab';
import { ForeclosureTab } from '../components/foreclosure-tab';
import { IncentiveTab } from '../components/incentive-tab';
import { Asked } from '../components/screen-state';
import { ScriptTab } from '../components/script-tab';
import { TabBar } from '../components/tab-bar';
import { tabWords } from '../portfolio-words';
import { useChoices, useForeclosure, useIncentives, usePortfolio, useScript } from '../queries';

const Panel = chakra('div', { base: { outline: 'none', minWidth: 0 } });

export default function PortfolioPage() {
  const [address, setAddress] = useSearchParams();
  const id = address.get('id') ?? '';
  const wanted = PORTFOLIO_TABS.find((one) => one === address.get('tab')) ?? 'details';
  const tab: PortfolioTab = id === '' ? 'details' : wanted;
  const portfolio = usePortfolio(id);
  // The id of one that is being made: kept with its draft, so that a repeat after a lost answer makes no second one.
  const [newId, keepNewId] = useKept<string | undefined>('portfolio.new.id', undefined);
  useEffect(() => {
    if (newId === undefined) keepNewId(uuidv7());
  }, [newId, keepNewId]);
  const panel = useRef<HTMLDivElement>(null);
  const choose = (next: PortfolioTab, of = id) =>
    setAddress(of === '' ? {} : { id: of, tab: next }, { replace: of === id });
  /** On to the next tab that is still open, with the focus at its beginning. */
  const goOn = (from: PortfolioTab, of: string) => {
    const next = PORTFOLIO_TABS[PORTFOLIO_TABS.indexOf(from) + 1];
    if (next) choose(next, of);
    requestAnimationFrame(() => panel.current?.focus());
  };

  return (
    <DeskPage narrow>
      <Stack gap="4">
        <Row apart gap="3">
          <Row gap="3">
            <DeskTitle>{id === '' ? t('Create Portfolio') : (portfolio.data?.name ?? t('Portfolio'))}</DeskTitle>
            {portfolio.data && !portfolio.data.active && (
              <Badge tone="blocked" icon="blocked">
                {t('Not active')}
              </Badge>
            )}
          </Row>
          <LinkButton to={deskPaths.portfolios()} icon="back">
            {t('All portfolios')}
          </LinkButton>
        </Row>
        {id === '' ? (
          <>
            <TabBar id={undefined} states={undefined} chosen="details" onChoose={() => undefined} />
            <Panel ref={panel} id="portfolio-tab" role="tabpanel" aria-labelledby="tab-details" tabIndex={-1}>
              {newId !== undefined && (
                <Details
                  id={newId}
                  portfolio={undefined}
                  onSaved={() => {
                    keepNewId(undefined);
                    goOn('details', newId);
                  }}
                />
              )}
            </Panel>
          </>
        ) : (
          <Asked query={portfolio}>
            {(loaded) => (
              <>
                <TabBar id={id} states={loaded.tabs} chosen={tab} onChoose={(next) => choose(next)} />
                {PORTFOLIO_TABS.every((one) => loaded.tabs[one].version > 0) && tab === 'details' && (
                  <Banner tone="paid" title={t('All four tabs are saved')}>
                    {t('Its loans can be imported and allocated.')}
                  </Banner>
                )}
                <Panel
                  ref={panel}
                  key={`${id}.${tab}`}
                  id="portfolio-tab"
                  role="tabpanel"
                  aria-label={tabWords()[tab]}
                  tabIndex={-1}
                >
                  <TabOf tab={tab} portfolio={loaded} onSaved={() => goOn(tab, id)} />
                </Panel>
              </>
            )}
          </Asked>
        )}
      </Stack>
    </DeskPage>
  );
}

function Details(props: { id: string; portfolio: Portfolio | undefined; onSaved: () => void }) {
  const zone = useZone();
  const choices = useChoices();
  return (
    <Asked query={choices} kept={t('What you typed is kept on this device.')}>
      {(loaded) => <DetailsTab {...props} choices={loaded} zone={zone} />}
    </Asked>
  );
}

function TabOf({ tab, portfolio, onSaved }: { tab: PortfolioTab; portfolio: Portfolio; onSaved: () => void }) {
  const zone = useZone();
  const navigate = useNavigate();
  const { id } = portfolio;
  switch (tab) {
    case 'details':
      return <Details id={id} portfolio={portfolio} onSaved={onSaved} />;
    case 'script':
      return <Script id={id} languages={portfolio.languages} zone={zone} onSaved={onSaved} />;
    case 'foreclosure':
      return <Foreclosure id={id} zone={zone} onSaved={onSaved} />;
    case 'incentive':
      // Specification 2.6: a successful incentive save goes to the list.
      return <IncentiveOf id={id} zone={zone} onSaved={() => void navigate(deskPaths.portfolios())} />;
  }
}

interface TabProps {
  id: string;
  zone: string;
  onSaved: () => void;
}
function Script(props: TabProps & { languages: readonly string[] }) {
  const script = useScript(props.id);
  return <Asked query={script}>{(loaded) => <ScriptTab {...props} loaded={loaded} />}</Asked>;
}
function Foreclosure(props: TabProps) {
  const foreclosure = useForeclosure(props.id);
  return <Asked query={foreclosure}>{(loaded) => <ForeclosureTab {...props} loaded={loaded} />}</Asked>;
}
function IncentiveOf(props: TabProps) {
  const incentives = useIncentives(props.id);
  return <Asked query={incentives}>{(loaded) => <IncentiveTab {...props} loaded={loaded} />}</Asked>;
}
