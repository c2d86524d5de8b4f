/** A client's fee beside the list: what it is made of, and the step that comes next. */
import type { ClientFee, ClientFeeLine } from '../../../../core/contract/revenue';
import { formatRupees } from '../../../../core/domain/money';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, DateText, Money, Skeleton, Stack } from '../../../ui';
import { CellText, FactLine, Facts, LookBadge, ProblemState, SidePanel, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { monthWords } from '../../targets';
import { clientFeeLook, percentWords } from '../fee-words';
import { type FeeKey, useClientFee } from '../queries';
import { NextStep } from './fee-steps';

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
          <NextStep key={data.fee.version} fee={data.fee} of={of} />
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
