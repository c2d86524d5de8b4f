import { allowDevice, type DeviceRow, revokeDevice } from '../../../../core/contract/devices';
import { t } from '../../../i18n';
import { showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';
import { DEVICES, type PhoneId } from '../queries';

/** Withdraws a phone, or lets a withdrawn one work again; both with a reason. */
export function Revocation({ device, phone, onClose }: { device: DeviceRow; phone: PhoneId; onClose: () => void }) {
  const revoke = device.revokedAt === null;
  const { agent, name, report } = device;
  const held = report ? report.unsent + report.needsYou : 0;
  return (
    <EntityForm
      at="dialog"
      size="small"
      {...(revoke && { danger: true })}
      draft={`device.${revoke ? 'withdraw' : 'allow'}.${phone.deviceId}.${phone.userId}`}
      label={revoke ? t('Withdraw {agent}’s phone?', { agent }) : t('Allow {agent}’s phone again?', { agent })}
      to={revoke ? revokeDevice : allowDevice}
      params={{ ...phone }}
      values={{ reason: '' }}
      above={
        <Text>
          {revoke
            ? held > 0
              ? t(
                  '{name} stops working for {agent} within a second. With its next contact it hands {n} unsent records over for review, then erases the loans and records on it.',
                  { name, agent, n: held },
                )
              : t(
                  '{name} stops working for {agent} within a second. With its next contact it hands whatever it still holds over for review, then erases the loans and records on it.',
                  { name, agent },
                )
            : t('{agent} can sign in on {name} again, and it delivers what it still holds.', { agent, name })}
        </Text>
      }
      sections={() => [{ fields: { reason: { label: t('Reason'), input: { rows: 2 } } } }]}
      check={({ reason }) => (reason.trim() === '' ? { reason: t('Say why; it stands in the history') } : {})}
      again={DEVICES}
      send={revoke ? t('Withdraw the phone') : t('Allow again')}
      failed={t('Nothing was changed')}
      onStored={() => {
        showToast(
          revoke
            ? t('The phone of {agent} is withdrawn.', { agent })
            : t('The phone of {agent} may work again.', { agent }),
          { tone: 'saved' },
        );
        onClose();
      }}
      onClose={onClose}
    />
  );
}
