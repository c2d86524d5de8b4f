/** The call of the form: how long, by whom it is measured, and what can still be said about it. */
import { t } from '../../../i18n';
import { Badge, Button, Row, Text } from '../../../ui';
import { type StartedCall, secondsOf } from '../started-call';
import type { CallOfForm } from '../use-started-call';
import { clockWords } from '../words';

export interface CallLineProps {
  calling: CallOfForm;
  call: StartedCall;
  /** The dialer brought it: it did take place. */
  brought: boolean;
  /** ms */
  now: number;
  /** Without a dialer somebody has to dial: only then, and only this number, is shown whole. */
  number: string | undefined;
}

export function CallLine({ calling, call, brought, now, number }: CallLineProps) {
  const byHand = call.dialerId === undefined;
  return (
    <Row apart>
      <Row gap="2">
        <Badge tone={calling.live ? 'accent' : 'neutral'} icon="phone">
          {measured(call, now, calling.live)}
        </Badge>
        {number && calling.live && (
          <Text as="span">{t('Dial {number}', { number: number.replace(/(\d{5})(\d{5})/, '$1 $2') })}</Text>
        )}
      </Row>
      {byHand && !brought && (
        <Row gap="2">
          {call.endedAt === undefined && (
            <Button small onClick={calling.end}>
              {t('The call is over')}
            </Button>
          )}
          <Button small look="plain" onClick={calling.forget}>
            {t('No call was made')}
          </Button>
        </Row>
      )}
    </Row>
  );
}

/** Talk is what a dialer says it is; by hand the form counts from dialing. */
function measured(call: StartedCall, now: number, live: boolean): string {
  const seconds = secondsOf(call, now);
  if (seconds === undefined) return t('Call: how long is not known');
  if (call.dialerId === undefined) return t('Since dialing {time}', { time: clockWords(seconds) });
  if (call.answeredAt === undefined) return live ? t('Ringing') : t('Not answered');
  return t('Talk {time}', { time: clockWords(seconds) });
}
