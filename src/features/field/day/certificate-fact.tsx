/** The agent's certificate, on the page about them. */
import { dayOf } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Card, Heading, Stack, Text } from '../../../ui';
import { useZone } from '../../session';
import { useMinute } from '../queries';
import { NotFetched } from './as-of';
import { certificateWords } from './day-words';
import { useCertificate } from './use-day-facts';

const TONES = { plain: undefined, warn: 'promise', danger: 'danger' } as const;

export default function CertificateFact() {
  const today = dayOf(useMinute(), useZone());
  const agent = useCertificate();
  const words = agent && certificateWords(agent.draValidUntil, today);
  return (
    <Card>
      <Stack gap="2">
        <Heading>{t('DRA certificate')}</Heading>
        {agent === undefined && <NotFetched />}
        {agent !== undefined && !words && (
          <Text tone="muted">{t('No certificate is noted for you. Tell your supervisor.')}</Text>
        )}
        {words && <Text tone={TONES[words.tone]}>{words.title}</Text>}
      </Stack>
    </Card>
  );
}
