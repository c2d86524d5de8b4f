/** The working day begins and ends with a press: the server's time counts, with where the phone was when it may say so. */
import { useEffect, useState } from 'react';
import { formatTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import type { ClockedDay, ClockPress, OnlineAnswer } from '../../../offline/types';
import { Button, Card, Heading, Row, Stack, Text } from '../../../ui';
import { useSignIn, useZone } from '../../session';
import { OnlineNote } from './online-note';

const PLACE_MS = 8000;

type Place = Pick<ClockPress, 'lat' | 'lng' | 'accuracyM'>;
/** Empty where the phone does not say within a few seconds: the press counts all the same. */
const place = (): Promise<Place> =>
  new Promise<Place>((resolve) => {
    if (!navigator.geolocation) return resolve({});
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ lat: coords.latitude, lng: coords.longitude, accuracyM: Math.min(coords.accuracy, 100_000) }),
      () => resolve({}),
      { enableHighAccuracy: true, timeout: PLACE_MS, maximumAge: 60_000 },
    );
  }).catch(() => ({}));

export default function ClockCard() {
  const { vault } = useSignIn();
  const zone = useZone();
  const [busy, setBusy] = useState<'in' | 'out'>();
  const [answer, setAnswer] = useState<OnlineAnswer<ClockedDay>>();
  const [day, setDay] = useState<ClockedDay>();
  useEffect(() => {
    vault()
      .then((acts) => acts.clocked())
      // Whoever was quick to press has the newer one.
      .then((kept) => setDay((held) => held ?? kept))
      .catch(() => undefined);
  }, [vault]);

  const press = async (direction: 'in' | 'out') => {
    setBusy(direction);
    setAnswer(undefined);
    try {
      const given = await (await vault()).clock({ direction, ...(await place()) });
      setAnswer(given);
      if (given.kind === 'done') setDay(given.data);
    } catch {
      setAnswer({ kind: 'unreachable' });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Card>
      <Stack gap="3">
        <Heading>{t('Working day')}</Heading>
        <Text tone="muted">{t('The first clock-in and the last clock-out of a day count. It needs a network.')}</Text>
        <Row>
          <Button icon="clock" busy={busy === 'in'} disabled={busy === 'out'} onClick={() => void press('in')}>
            {t('Clock in now')}
          </Button>
          <Button busy={busy === 'out'} disabled={busy === 'in'} onClick={() => void press('out')}>
            {t('Clock out now')}
          </Button>
        </Row>
        <div role="status">
          {day?.inAt && <Text tone="paid">{t('Clocked in at {time}', { time: formatTime(day.inAt, zone) })}</Text>}
          {day?.outAt && <Text>{t('Clocked out at {time}', { time: formatTime(day.outAt, zone) })}</Text>}
          <OnlineNote
            answer={answer}
            nothing={t('Nothing was noted')}
            again={t('Nothing was noted. Press again when there is a network.')}
          />
        </div>
      </Stack>
    </Card>
  );
}
