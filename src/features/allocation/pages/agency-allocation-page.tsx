import { t } from '../../../i18n';
import { ChipChoice, Row } from '../../../ui';
import { DeskPage, DeskTitle, useListAddress } from '../../../ui/kit';
import { AgencyHoldings } from '../components/agency-holdings';
import { AgencyRuns } from '../components/agency-runs';
import { GiveToAgencies } from '../components/give-to-agencies';

const VIEWS = ['agencies', 'give', 'runs'] as const;
type View = (typeof VIEWS)[number];

/** /agency-allocation: what agencies hold and resolve, and giving them loans by percentages until a day. */
export default function AgencyAllocationPage() {
  const [address, setAddress] = useListAddress();
  const view: View = VIEWS.find((one) => one === address.get('view')) ?? 'agencies';
  const open = (run: string) => setAddress({ view: 'runs', run }, { replace: true });
  return (
    <DeskPage>
      <Row apart gap="3" flexWrap="wrap">
        <DeskTitle>{t('Agency Allocation')}</DeskTitle>
        <ChipChoice<View>
          label={t('What to show')}
          value={view}
          onChange={(next) => setAddress(next === 'agencies' ? {} : { view: next }, { replace: true })}
          options={[
            { value: 'agencies', label: t('Agencies') },
            { value: 'give', label: t('Give loans') },
            { value: 'runs', label: t('Rehearsed and given') },
          ]}
        />
      </Row>
      {view === 'agencies' && <AgencyHoldings />}
      {view === 'give' && <GiveToAgencies onRehearsed={open} />}
      {view === 'runs' && <AgencyRuns chosen={address.get('run') ?? ''} onOpen={open} />}
    </DeskPage>
  );
}
