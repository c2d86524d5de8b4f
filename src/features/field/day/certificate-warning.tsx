/** The agent's certificate is over, or will be within 30 days; nothing otherwise. */
import type { Day } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Banner } from '../../../ui';
import { certificateWords } from './day-words';
import { useCertificate } from './use-day-facts';

export default function CertificateWarning({ today }: { today: Day }) {
  const agent = useCertificate();
  const words = agent && certificateWords(agent.draValidUntil, today);
  if (!words || words.tone === 'plain') return null;
  return (
    <Banner tone={words.tone} title={words.title}>
      {t('Without a valid certificate you may not visit or call. Tell your supervisor.')}
    </Banner>
  );
}
