import { t } from '../../../i18n';
import { ChipChoice, Row } from '../../../ui';
import { DeskPage, DeskTitle, useListAddress } from '../../../ui/kit';
import { useZone } from '../../session';
import { BlocksView } from '../components/blocks-view';
import { RulesView } from '../components/rules-view';
import { WhyView } from '../components/why-view';

type View = 'rules' | 'blocks' | 'why';
const VIEWS: readonly View[] = ['rules', 'blocks', 'why'];

/** By which rules borrowers are contacted, what those held back, and why a loan is blocked now. */
export default function ContactRulesPage() {
  const [address, setAddress] = useListAddress();
  const zone = useZone();
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'rules';
  return (
    <DeskPage>
      <Row apart gap="3">
        <DeskTitle>{t('Contact rules')}</DeskTitle>
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
      {view === 'blocks' && <BlocksView />}
      {view === 'why' && <WhyView zone={zone} />}
    </DeskPage>
  );
}
