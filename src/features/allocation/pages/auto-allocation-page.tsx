import { t } from '../../../i18n';
import { ChipChoice, Row } from '../../../ui';
import { DeskPage, DeskTitle, useListAddress } from '../../../ui/kit';
import { Rehearsals } from '../components/rehearsals';
import { RulesEditor } from '../components/rules-editor';

type View = 'loans' | 'rules';

/** /loans/auto-allocation: the rules, and what they would change for whom. */
export default function AutoAllocationPage() {
  const [address, setAddress] = useListAddress();
  const view: View = address.get('view') === 'rules' ? 'rules' : 'loans';
  return (
    <DeskPage>
      <Row apart gap="3" flexWrap="wrap">
        <DeskTitle>{t('Auto Loan Allocation')}</DeskTitle>
        <ChipChoice<View>
          label={t('What to show')}
          value={view}
          onChange={(next) => setAddress(next === 'rules' ? { view: next } : {}, { replace: true })}
          options={[
            { value: 'loans', label: t('Rehearsal') },
            { value: 'rules', label: t('Rules') },
          ]}
        />
      </Row>
      {view === 'rules' ? <RulesEditor /> : <Rehearsals />}
    </DeskPage>
  );
}
