import { type MonitoredAgent, supervise } from '../../../../core/contract/dialer';
import type { SupervisionMode } from '../../../../core/contract/dialer-socket';
import { t } from '../../../i18n';
import { showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';

const WORDS: Record<SupervisionMode, { title: string; what: string; confirm: string; done: string }> = {
  listen: {
    title: 'Listen to {name}',
    what: 'You hear both. Nobody in the call is told.',
    confirm: 'Listen',
    done: 'You are listening to {name}',
  },
  whisper: {
    title: 'Whisper to {name}',
    what: 'Only the agent hears you. They are told that you are there.',
    confirm: 'Whisper',
    done: 'You are whispering to {name}',
  },
  barge: {
    title: 'Barge into the call of {name}',
    what: 'Agent and borrower hear you at once.',
    confirm: 'Barge in',
    done: 'You are in the call of {name}',
  },
  conference: {
    title: 'Conference with {name}',
    what: 'You join as a third person; agent and borrower hear you and you hear both.',
    confirm: 'Join the call',
    done: 'You have joined the call of {name}',
  },
};

/** Coming into somebody's call needs a reason; it stays in the audit. */
export function SuperviseDialog({
  agent,
  mode,
  onClose,
}: {
  agent: MonitoredAgent;
  mode: SupervisionMode;
  onClose: () => void;
}) {
  const words = WORDS[mode];
  const name = agent.fullName;
  return (
    <EntityForm
      at="dialog"
      size="small"
      draft={`supervise.${mode}.${agent.username}`}
      label={t(words.title, { name })}
      to={supervise}
      values={{ reason: '' }}
      above={<Text>{t(words.what)}</Text>}
      sections={() => [
        { fields: { reason: { label: t('Reason'), hint: t('Kept in the audit with your name and the call.') } } },
      ]}
      also={() => ({ username: agent.username, mode })}
      again={[]}
      send={t(words.confirm)}
      onStored={() => {
        showToast(t(words.done, { name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
