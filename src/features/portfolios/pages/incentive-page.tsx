/**
 * Incentive structures on their own: what every portfolio pays as a list; with a portfolio in the address its tiers, the fourth tab. The
 * specification's route for a new one asks for the portfolio first.
 */
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Card, EmptyState, Field, LinkButton, Row, Select, Stack, Text } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { useZone } from '../../session';
import { IncentiveList } from '../components/incentive-list';
import { IncentiveTab } from '../components/incentive-tab';
import { Asked } from '../components/screen-state';
import { useActivePortfolios, useIncentives } from '../queries';

export default function IncentivePage() {
  const { pathname } = useLocation();
  const isNew = pathname === deskPaths.newIncentive();
  const [address, setAddress] = useSearchParams();
  const id = address.get('portfolio') ?? '';
  if (!isNew && id === '') return <IncentiveList />;
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <Row apart gap="3">
          <DeskTitle>{isNew ? t('New Incentive Structure') : t('Incentive Structure')}</DeskTitle>
          <LinkButton to={deskPaths.incentives()} icon="back">
            {t('All structures')}
          </LinkButton>
        </Row>
        <PortfolioChoice id={id} onChoose={(portfolio) => setAddress({ portfolio }, { replace: true })} />
        {id !== '' && <Tiers key={id} id={id} />}
      </Stack>
    </DeskPage>
  );
}

function PortfolioChoice({ id, onChoose }: { id: string; onChoose: (id: string) => void }) {
  const portfolios = useActivePortfolios();
  return (
    <Asked query={portfolios} search>
      {({ content }) =>
        content.length === 0 ? (
          <EmptyState icon="rupee" title={t('No portfolio yet')}>
            {t('An incentive structure belongs to a portfolio. Create one first.')}
          </EmptyState>
        ) : (
          <Card>
            <Field label={t('Portfolio')} required>
              <Select
                value={id}
                placeholder={t('Choose a portfolio')}
                onChange={onChoose}
                options={content.map((one) => ({ value: one.id, label: `${one.name} · ${one.client.name}` }))}
              />
            </Field>
            {id === '' && (
              <Text size="small" tone="muted" paddingTop="2">
                {t('Each portfolio has one structure. Choose whose tiers to set; what it pays now is shown then.')}
              </Text>
            )}
          </Card>
        )
      }
    </Asked>
  );
}

function Tiers({ id }: { id: string }) {
  const zone = useZone();
  const navigate = useNavigate();
  const incentives = useIncentives(id);
  return (
    <Asked query={incentives}>
      {(loaded) => (
        <IncentiveTab id={id} loaded={loaded} zone={zone} onSaved={() => void navigate(deskPaths.portfolios())} />
      )}
    </Asked>
  );
}
