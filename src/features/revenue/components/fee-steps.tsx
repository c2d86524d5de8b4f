/** The next step of a client's fee: approve, invoice, receive, or back with a reason. */
import { useState } from 'react';
import { type ClientFee, decideClientRevenue } from '../../../../core/contract/revenue';
import { dayOf } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { Button, Row, showToast, Text } from '../../../ui';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { backWords, STEPS } from '../fee-steps';
import { CLIENT_FEES, type FeeKey } from '../queries';
import { ApproveFee } from './approve-fee';

/** What the caller saw: the server refuses when it is another sum by now. */
const seen = ({ version, feePaise }: ClientFee) => ({ version, feePaise });
const BACK = { approved: 'open', invoiced: 'open', received: 'invoiced' } as const;

export function NextStep({ fee, of }: { fee: ClientFee; of: FeeKey }) {
  const today = dayOf(Date.now(), useZone());
  const [back, setBack] = useState(false);
  if (fee.status === 'open') return <ApproveFee fee={fee} of={of} body={{ status: 'approved', ...seen(fee) }} />;
  const common = { to: decideClientRevenue, params: of, again: CLIENT_FEES } as const;
  const key = `${of.clientId}.${of.portfolioId}.${of.month}`;
  const step = fee.status === 'received' ? undefined : STEPS[fee.status];
  const away = <Button onClick={() => setBack(true)}>{t('Go back a step')}</Button>;
  return (
    <>
      {step ? (
        <EntityForm
          {...common}
          at="panel"
          draft={`client-fee.${step.to}.${key}`}
          label={t(step.label)}
          values={{ ...step.values, on: today }}
          sections={() => [{ fields: step.fields(fee, today) }]}
          also={() => ({ status: step.to, ...seen(fee) })}
          send={t(step.send)}
          beside={away}
          onStored={() => showToast(t(step.done), { tone: 'saved' })}
        />
      ) : (
        <Row>{away}</Row>
      )}
      {back && (
        <EntityForm
          {...common}
          at="dialog"
          draft={`client-fee.back.${key}`}
          label={t('Go back a step?')}
          values={{ reason: '' }}
          above={<Text tone="muted">{backWords(fee)}</Text>}
          sections={() => [{ fields: { reason: { label: t('Why'), required: true } } }]}
          also={() => ({ status: BACK[fee.status as keyof typeof BACK], ...seen(fee) })}
          send={t('Go back')}
          danger
          onClose={() => setBack(false)}
          onStored={() => {
            setBack(false);
            showToast(t('The fee went back a step'), { tone: 'saved' });
          }}
        />
      )}
    </>
  );
}
