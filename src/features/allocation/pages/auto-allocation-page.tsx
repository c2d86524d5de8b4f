import { t } from '../../../i18n';
import { ChipChoice, Row } from '../../../ui';
import { DeskPage, DeskTitle, useListAddress } from '../../../ui/kit';
import { HandRuns } from '../components/hand-runs';
import { Rehearsals } from '../components/rehearsals';
import { RulesEditor } from '../components/rules-editor';

const VIEWS = ['loans', 'rules', 'hand'] as const;
type View = (typeof VIEWS)[number];

/** /loans/auto-allocation: the rules, and what they would change for whom. */
export default function AutoAllocationPage() {
  const [address, setAddress] = useListAddress();
  const view: View = VIEWS.find((one) => one === address.get('view')) ?? 'loans';
  return (
    <DeskPage>
      <Row apart gap="3" flexWrap="wrap">
        <DeskTitle>{t('Auto Loan Allocation')}</DeskTitle>
        <ChipChoice<View>
          label={t('What to show')}
          value={view}
          onChange={(next) => setAddress(next === 'loans' ? {} : { view: next }, { replace: true })}
          options={[
            { value: 'loans', label: t('Rehearsal') },
            { value: 'rules', label: t('Rules') },
            { value: 'hand', label: t('By hand') },
          ]}
        />
      </Row>
      {view === 'rules' && <RulesEditor />}
      {view === 'hand' && <HandRuns />}
      {view === 'loans' && <Rehearsals />}
    </DeskPage>
  );
}
