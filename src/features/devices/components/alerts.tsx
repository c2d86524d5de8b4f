import { deskPaths } from '../../../routes';
import { Banner, LinkButton, Row } from '../../../ui';
import { agoWords } from '../device-words';
import { useDeviceAlerts } from '../queries';

/** On the desk's start: phones with old unsent work, and records that wait for a decision. Nothing when there is neither. */
export default function PhoneAlerts() {
  const { data } = useDeviceAlerts();
  const [oldest] = data?.alerts ?? [];
  if (!data || (data.count === 0 && data.underReview === 0)) return null;
  const phones = `${data.count} ${data.count === 1 ? 'phone has' : 'phones have'} unsent work for over a day`;
  const records = `${data.underReview} ${data.underReview === 1 ? 'record waits' : 'records wait'} for a decision`;
  return (
    <Banner
      tone={data.count > 0 ? 'danger' : 'warn'}
      title={data.count > 0 ? phones : records}
      action={
        <Row>
          {data.count > 0 && (
            <LinkButton to={deskPaths.devices({ filter: 'unsent' })} icon="phone">
              See the {data.count === 1 ? 'phone' : 'phones'}
            </LinkButton>
          )}
          {data.underReview > 0 && (
            <LinkButton to={deskPaths.devices({ view: 'review' })} icon="ledger">
              Decide the {data.underReview === 1 ? 'record' : 'records'}
            </LinkButton>
          )}
        </Row>
      }
    >
      {oldest && (
        <>
          The longest is {oldest.agent}’s: {oldest.unsent} unsent for {agoWords(oldest.oldestUnsentAt, Date.now())}.{' '}
        </>
      )}
      {data.count > 0 && data.underReview > 0 && `${records}.`}
    </Banner>
  );
}
