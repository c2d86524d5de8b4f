import { useEffect } from 'react';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Banner, LinkButton, Row } from '../../../ui';
import { agoWords } from '../device-words';
import { useDeviceAlerts } from '../queries';

/** On the desk's start: phones with old unsent work, and records that wait for a decision. Nothing when there is neither. */
export default function PhoneAlerts({ onAsked }: { onAsked?: () => void }) {
  const { data, isFetched } = useDeviceAlerts();
  useEffect(() => {
    if (isFetched) onAsked?.();
  }, [isFetched, onAsked]);
  const [oldest] = data?.alerts ?? [];
  if (!data || (data.count === 0 && data.underReview === 0)) return null;
  const phones = tn(
    data.count,
    '{n} phone has unsent work for over a day',
    '{n} phones have unsent work for over a day',
  );
  const records = tn(data.underReview, '{n} record waits for a decision', '{n} records wait for a decision');
  return (
    <Banner
      tone={data.count > 0 ? 'danger' : 'warn'}
      title={data.count > 0 ? phones : records}
      action={
        <Row>
          {data.count > 0 && (
            <LinkButton to={deskPaths.devices({ filter: 'unsent' })} icon="phone">
              {data.count === 1 ? t('See the phone') : t('See the phones')}
            </LinkButton>
          )}
          {data.underReview > 0 && (
            <LinkButton to={deskPaths.devices({ view: 'review' })} icon="ledger">
              {data.underReview === 1 ? t('Decide the record') : t('Decide the records')}
            </LinkButton>
          )}
        </Row>
      }
    >
      {oldest && (
        <>
          {t('The longest is {agent}’s: {unsent} unsent for {when}.', {
            agent: oldest.agent,
            unsent: oldest.unsent,
            when: agoWords(oldest.oldestUnsentAt, Date.now()),
          })}{' '}
        </>
      )}
      {data.count > 0 && data.underReview > 0 && `${records}.`}
    </Banner>
  );
}
