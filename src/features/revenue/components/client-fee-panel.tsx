/** A client's fee beside the list: what it is made of, and the step that comes next. */
import { useState } from 'react';
import { type ClientFee, type ClientFeeLine, decideClientRevenue } from '../../../../core/contract/revenue';
import { dayOf } from '../../../../core/domain/dates';
import { formatRupees } from '../../../../core/domain/money';
import { failedWrite, problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Button, DateText, Money, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import {
  CellText,
  ConfirmDialog,
  FactLine,
  Facts,
  LookBadge,
  ProblemNote,
  ProblemState,
  SidePanel,
  SmallTable,
} from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { clientFeeLook, percentWords } from '../fee-words';
import { CLIENT_FEES, type FeeKey, useClientFee, useDecideFee } from '../queries';

export function ClientFeePanel({ of, onClose }: { of: FeeKey; onClose: () => void }) {
  const { data, error, refetch } = useClientFee(of);
  const name = data?.fee.client.name ?? t('Fee');
  return (
    <SidePanel
      about={`${of.clientId}.${of.portfolioId}.${of.month}`}
      label={t('Fee of {name}', { name })}
      title={name}
      line={data ? `${data.fee.portfolio.name} · ${monthWords(of.month)}` : ' '}
      closeLabel={t('Close the fee (Esc)')}
      onClose={onClose}
    >
      {!data &&
        (error ? <ProblemState problem={problemOf(error)} retry={refetch} /> : <Skeleton lines={8} height="2rem" />)}
      {data && (
        <>
          <Summary fee={data.fee} />
          <Next key={data.fee.version} fee={data.fee} of={of} />
          <Lines lines={data.lines} />
        </>
      )}
    </SidePanel>
  );
}

function Summary({ fee }: { fee: ClientFee }) {
  const zone = useZone();
  return (
    <Stack gap="3">
      <Facts>
        <FactLine name={t('Status')}>
          <LookBadge {...clientFeeLook(fee.status)} />
        </FactLine>
        <FactLine name={t('Collected')}>
          <Money paise={fee.collectedPaise} /> · {tn(fee.payments, '{n} payment', '{n} payments')}
        </FactLine>
        <FactLine name={t('Fee')}>
          <strong>
            <Money paise={fee.feePaise} />
          </strong>
        </FactLine>
        <FactLine name={t('With GST')}>
          <Money paise={fee.feePaise + fee.gstPaise} />
        </FactLine>
        {fee.partnerPaise > 0 && (
          <FactLine name={t('Of it to partners')}>
            <Money paise={fee.partnerPaise} />
          </FactLine>
        )}
        {fee.invoiceNumber && (
          <FactLine name={t('Invoice')}>
            {fee.invoiceNumber} · {fee.invoicedOn && <DateText value={fee.invoicedOn} />}
          </FactLine>
        )}
        {fee.receivedPaise !== null && (
          <FactLine name={t('Received')}>
            <Money paise={fee.receivedPaise} /> · {fee.reference} ·{' '}
            {fee.receivedOn && <DateText value={fee.receivedOn} />}
          </FactLine>
        )}
        {fee.decidedAt && (
          <FactLine name={t('Last step by')}>
            {fee.decidedBy} · <DateText value={fee.decidedAt} time zone={zone} />
          </FactLine>
        )}
      </Facts>
      {fee.nowPaise !== null && (
        <Banner tone="warn" title={t('Its payments or the rules of its fee have changed since it was approved')}>
          {t('Counted today it would be {amount}.', { amount: formatRupees(fee.nowPaise) })}
        </Banner>
      )}
    </Stack>
  );
}

/** What the caller saw: the server refuses when it is another sum by now. */
const seen = ({ version, feePaise }: ClientFee) => ({ version, feePaise });
const BACK = { approved: 'open', invoiced: 'open', received: 'invoiced' } as const;

function Next({ fee, of }: { fee: ClientFee; of: FeeKey }) {
  const [back, setBack] = useState(false);
  const beside = <Button onClick={() => setBack(true)}>{t('Go back a step')}</Button>;
  return (
    <>
      {fee.status === 'open' && <Approve fee={fee} of={of} />}
      {fee.status === 'approved' && <Invoice fee={fee} of={of} beside={beside} />}
      {fee.status === 'invoiced' && <Receive fee={fee} of={of} beside={beside} />}
      {fee.status === 'received' && <Row>{beside}</Row>}
      {back && fee.status !== 'open' && (
        <EntityForm
          at="dialog"
          draft={`client-fee.back.${of.clientId}.${of.portfolioId}.${of.month}`}
          label={t('Go back a step?')}
          to={decideClientRevenue}
          params={of}
          values={{ reason: '' }}
          above={<Text tone="muted">{backWords(fee)}</Text>}
          sections={() => [{ fields: { reason: { label: t('Why'), required: true } } }]}
          also={() => ({ status: BACK[fee.status as keyof typeof BACK], ...seen(fee) })}
          again={CLIENT_FEES}
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

const backWords = ({ status, invoiceNumber }: ClientFee) =>
  status === 'received'
    ? t('The invoice waits for its money again.')
    : status === 'invoiced'
      ? t('Invoice {number} is cancelled, and the fee is counted anew. Send the client a credit note.', {
          number: invoiceNumber ?? '',
        })
      : t('It is counted from payments again until somebody approves it.');

function Approve({ fee, of }: { fee: ClientFee; of: FeeKey }) {
  const decide = useDecideFee(of);
  const [sure, setSure] = useState(false);
  const amount = formatRupees(fee.feePaise);
  if (!fee.ended)
    return (
      <Text tone="muted">{t('The month is not over yet. It can be approved from the first of the next one.')}</Text>
    );
  if (fee.feePaise <= 0) return <Text tone="muted">{t('No rule of Success Fees says a fee for it.')}</Text>;
  return (
    <Stack gap="2">
      <ProblemNote tone="danger" problem={failedWrite(decide.error)} />
      <Row>
        <Button look="primary" icon="check" onClick={() => setSure(true)}>
          {t('Approve {amount}', { amount })}
        </Button>
      </Row>
      {sure && (
        <ConfirmDialog
          title={t('Approve {amount} for {name}?', { amount, name: fee.client.name })}
          confirm={t('Approve')}
          busy={decide.isPending}
          onClose={() => setSure(false)}
          onConfirm={() =>
            decide.mutate(
              { status: 'approved', ...seen(fee) },
              {
                onSuccess: () => showToast(t('Fee approved'), { tone: 'saved' }),
                onSettled: () => setSure(false),
              },
            )
          }
        >
          {t('Its figures stay as they are now, whatever payments come or are reversed later.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface StepProps {
  fee: ClientFee;
  of: FeeKey;
  beside: React.ReactNode;
}

function Invoice({ fee, of, beside }: StepProps) {
  const today = dayOf(Date.now(), useZone());
  return (
    <EntityForm
      at="panel"
      draft={`client-fee.invoice.${of.clientId}.${of.portfolioId}.${of.month}`}
      label={t('Invoice')}
      to={decideClientRevenue}
      params={of}
      values={{ invoiceNumber: '', on: today }}
      sections={() => [
        {
          fields: {
            invoiceNumber: { label: t('Invoice number'), required: true },
            on: { label: t('Invoice date'), required: true, input: { today, max: today } },
          },
        },
      ]}
      also={() => ({ status: 'invoiced', ...seen(fee) })}
      again={CLIENT_FEES}
      send={t('Mark as invoiced')}
      beside={beside}
      onStored={() => showToast(t('Fee marked as invoiced'), { tone: 'saved' })}
    />
  );
}

function Receive({ fee, of, beside }: StepProps) {
  const today = dayOf(Date.now(), useZone());
  return (
    <EntityForm
      at="panel"
      draft={`client-fee.received.${of.clientId}.${of.portfolioId}.${of.month}`}
      label={t('Money of the invoice')}
      to={decideClientRevenue}
      params={of}
      values={{ receivedPaise: '', reference: '', on: today }}
      sections={() => [
        {
          fields: {
            receivedPaise: {
              label: t('Amount received'),
              required: true,
              hint: t('{amount} with GST, less the tax that the client withheld', {
                amount: formatRupees(fee.feePaise + fee.gstPaise),
              }),
            },
            reference: {
              label: t('Reference number'),
              required: true,
              hint: t('UTR or cheque number of the transfer'),
            },
            on: { label: t('Received on'), required: true, input: { today, max: today } },
          },
        },
      ]}
      also={() => ({ status: 'received', ...seen(fee) })}
      again={CLIENT_FEES}
      send={t('Mark as received')}
      beside={beside}
      onStored={() => showToast(t('Fee marked as received'), { tone: 'saved' })}
    />
  );
}

const Lines = ({ lines }: { lines: readonly ClientFeeLine[] }) => (
  <SmallTable
    rows={lines}
    keyOf={({ bucket }) => bucket}
    columns={[
      { label: t('Bucket'), cell: ({ bucket }) => bucket },
      { label: t('Collected'), num: true, cell: ({ collectedPaise }) => <Money paise={collectedPaise} /> },
      {
        label: t('Fee'),
        num: true,
        cell: ({ feePaise, percent, partner, partnerPaise }) => (
          <>
            <Money paise={feePaise} />
            <br />
            <CellText quiet>{percentWords(percent)}</CellText>
            {partner && (
              <>
                <br />
                <CellText quiet>{partner}</CellText>
                <br />
                <CellText quiet>{formatRupees(partnerPaise)}</CellText>
              </>
            )}
          </>
        ),
      },
    ]}
  />
);
