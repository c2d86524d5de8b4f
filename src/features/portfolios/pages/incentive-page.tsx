/** The fourth tab as a screen of its own: choose a portfolio, set its tiers. Both routes of the specification lead here. */
import { useNavigate, useSearchParams } from 'react-router-dom';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Card, EmptyState, Field, Select, Stack } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { useZone } from '../../session';
import { IncentiveTab } from '../components/incentive-tab';
import { Asked } from '../components/screen-state';
import { useIncentives, usePortfolios } from '../queries';

export default function IncentivePage() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const zone = useZone();
  const id = address.get('portfolio') ?? '';
  const portfolios = usePortfolios({ pageNumber: 1, pageSize: 250, sort: 'name' }, { active: 'true' });
  const incentives = useIncentives(id);
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <DeskTitle>{t('Incentive Structure')}</DeskTitle>
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
                    onChange={(portfolio) => setAddress({ portfolio }, { replace: true })}
                    options={content.map((one) => ({ value: one.id, label: `${one.name} · ${one.client.name}` }))}
                  />
                </Field>
              </Card>
            )
          }
        </Asked>
        {id !== '' && (
          <Asked query={incentives}>
            {(loaded) => (
              <IncentiveTab
                key={id}
                id={id}
                loaded={loaded}
                zone={zone}
                onSaved={() => void navigate(deskPaths.portfolios())}
              />
            )}
          </Asked>
        )}
      </Stack>
    </DeskPage>
  );
}
