import { useSearchParams } from 'react-router-dom';
import { t } from '../../../i18n';
import { ChipChoice, chakra, Row } from '../../../ui';
import { useZone } from '../../session';
import { BlocksView } from '../components/blocks-view';
import { RulesView } from '../components/rules-view';
import { WhyView } from '../components/why-view';

const Page = chakra('main', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'minmax(0, 1fr)',
    paddingInline: { base: '4', lg: '8' },
    paddingTop: '6',
    paddingBottom: '12',
  },
});
const Title = chakra('h1', {
  base: { fontSize: { base: '1.25rem', lg: '1.5rem' }, lineHeight: 1.3, fontWeight: 'bold', letterSpacing: '-0.018em' },
});

type View = 'rules' | 'blocks' | 'why';
const VIEWS: readonly View[] = ['rules', 'blocks', 'why'];

/** By which rules borrowers are contacted, what those held back, and why a loan is blocked now. */
export default function ContactRulesPage() {
  const [address, setAddress] = useSearchParams();
  const zone = useZone();
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'rules';
  return (
    <Page>
      <Row apart gap="3">
        <Title>{t('Contact rules')}</Title>
        <ChipChoice<View>
          label={t('What to show')}
          value={view}
          onChange={(next) => setAddress(next === 'rules' ? {} : { view: next }, { replace: true })}
          options={[
            { value: 'rules', label: t('Rules') },
            { value: 'blocks', label: t('Held back') },
            { value: 'why', label: t('Why blocked') },
          ]}
        />
      </Row>
      {view === 'rules' && <RulesView zone={zone} />}
      {view === 'blocks' && <BlocksView zone={zone} />}
      {view === 'why' && <WhyView zone={zone} />}
    </Page>
  );
}
