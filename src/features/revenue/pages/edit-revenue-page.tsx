/** /revenue/edit?id=&month=: one person's month: what it is made of, what they cost, and corrections. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  correctRevenue,
  type getRevenue,
  NOBODY_AT_WORK,
  type RevenueCorrection,
  setEmployeeCost,
} from '../../../../core/contract/revenue';
import { uuidv7 } from '../../../../core/domain/ids';
import { type DataOf, failedWrite } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Button, Card, DateText, LinkButton, Money, Row, Stack, showToast, Text } from '../../../ui';
import { DeskTitle, FactLine, Facts, ProblemNote, SmallTable } from '../../../ui/kit';
import { EntityForm, RecordPage } from '../../forms';
import { useZone } from '../../session';
import { monthWords, useMonth } from '../../targets';
import { employeeName, percentWords } from '../fee-words';
import { REVENUES, useRevenue, useTakeBack } from '../queries';

type Whole = DataOf<typeof getRevenue>;

export default function EditRevenuePage() {
  const [search] = useSearchParams();
  const { month, picker } = useMonth();
  const id = search.get('id') ?? '';
  return (
    <RecordPage
      id={id}
      title={t('Edit Revenue')}
      which={{ title: t('Whose revenue?'), text: t('Choose somebody from the list.') }}
      all={{ to: deskPaths.revenues(month), label: t('See all people') }}
      answer={useRevenue({ userId: id, month })}
    >
      {(whole) => (
        <>
          <Row apart>
            <DeskTitle>{employeeName(whole.revenue)}</DeskTitle>
            <Row>
              {picker}
              <LinkButton to={deskPaths.revenues(month)}>{t('See all people')}</LinkButton>
            </Row>
          </Row>
          <Sums whole={whole} />
          {id !== NOBODY_AT_WORK && (
            <>
              <Cost key={`${id}.${month}.${whole.revenue.costPaise}`} whole={whole} />
              <Corrections whole={whole} />
            </>
          )}
        </>
      )}
    </RecordPage>
  );
}

const keyOf = ({ revenue, month }: Whole) => ({ userId: revenue.id, month });

function Sums({ whole: { revenue, lines, month } }: { whole: Whole }) {
  return (
    <Card padding={{ base: '4', md: '6' }}>
      <Stack gap="4">
        <Facts>
          <FactLine name={t('Collected')}>
            <Money paise={revenue.collectedPaise} />
          </FactLine>
          <FactLine name={t('Fee')}>
            <Money paise={revenue.feePaise} />
          </FactLine>
          <FactLine name={t('Corrections')}>
            <Money paise={revenue.correctionsPaise} />
          </FactLine>
          <FactLine name={t('Cost')}>
            {revenue.costPaise === null ? t('Not known') : <Money paise={revenue.costPaise} />}
          </FactLine>
          <FactLine name={t('Net')}>
            <strong>{revenue.netPaise === null ? t('Not known') : <Money paise={revenue.netPaise} />}</strong>
          </FactLine>
        </Facts>
        {lines.length === 0 ? (
          <Text tone="muted">{t('Nothing was collected in {month}.', { month: monthWords(month) })}</Text>
        ) : (
          <SmallTable
            rows={lines}
            keyOf={({ client, portfolio, bucket }) => `${client} ${portfolio} ${bucket}`}
            columns={[
              { label: t('Client'), cell: ({ client }) => client },
              { label: t('Portfolio'), cell: ({ portfolio }) => portfolio },
              { label: t('Bucket'), cell: ({ bucket }) => bucket },
              { label: t('Collected'), num: true, cell: ({ collectedPaise }) => <Money paise={collectedPaise} /> },
              { label: t('Rate'), num: true, cell: ({ percent }) => percentWords(percent) },
              { label: t('Fee'), num: true, cell: ({ feePaise }) => <Money paise={feePaise} /> },
            ]}
          />
        )}
      </Stack>
    </Card>
  );
}

const Cost = ({ whole }: { whole: Whole }) => (
  <EntityForm
    at="page"
    draft={`revenue-cost.${whole.revenue.id}.${whole.month}`}
    label={t('Cost')}
    to={setEmployeeCost}
    params={keyOf(whole)}
    values={{ costPaise: whole.revenue.costPaise === null ? '' : String(whole.revenue.costPaise / 100) }}
    sections={() => [
      {
        title: t('Cost'),
        note: t('Salary, travel and seat of a month. It holds from {month} on; earlier months keep theirs.', {
          month: monthWords(whole.month),
        }),
        fields: { costPaise: { label: t('Cost a month'), required: true } },
      },
    ]}
    again={REVENUES}
    send={t('Save cost')}
    failed={t('Nothing was changed')}
    onStored={() => showToast(t('The cost was saved'), { tone: 'saved' })}
  />
);

function Corrections({ whole }: { whole: Whole }) {
  const zone = useZone();
  const [id, setId] = useState(uuidv7);
  const takeBack = useTakeBack(keyOf(whole));
  const may = (row: RevenueCorrection) => row.takesBack === null && !row.takenBack;
  return (
    <>
      <EntityForm
        key={id}
        at="page"
        draft={`revenue-correction.${whole.revenue.id}.${whole.month}`}
        label={t('Correction')}
        to={correctRevenue}
        params={keyOf(whole)}
        values={{ direction: 'more', amountPaise: '', reason: '' }}
        sections={() => [
          {
            title: t('Correction'),
            note: t('Revenue beside what is counted. It is never changed, only taken back by another one.'),
            beside: true,
            fields: {
              direction: { label: t('Direction'), kind: 'segments', words: { more: 'Adds', less: 'Takes away' } },
              amountPaise: { label: t('Amount'), required: true },
              reason: { label: t('Why'), required: true },
            },
          },
        ]}
        also={() => ({ id })}
        again={REVENUES}
        send={t('Add correction')}
        failed={t('Nothing was changed')}
        onStored={() => {
          setId(uuidv7());
          showToast(t('The correction was added'), { tone: 'saved' });
        }}
      />
      <ProblemNote tone="danger" title={t('Nothing was changed')} problem={failedWrite(takeBack.error)} />
      {whole.corrections.length > 0 && (
        <Card padding={{ base: '4', md: '6' }}>
          <SmallTable
            rows={whole.corrections}
            keyOf={(row) => row.id}
            columns={[
              { label: t('When'), cell: ({ madeAt }) => <DateText value={madeAt} time zone={zone} /> },
              { label: t('By'), cell: ({ madeBy }) => madeBy },
              { label: t('Amount'), num: true, cell: ({ amountPaise }) => <Money paise={amountPaise} /> },
              { label: t('Why'), cell: ({ reason }) => reason },
              {
                label: t('Step'),
                cell: (row) =>
                  may(row) ? (
                    <Button
                      busy={takeBack.isPending && takeBack.variables === row.id}
                      onClick={() => takeBack.mutate(row.id)}
                    >
                      {t('Take back')}
                    </Button>
                  ) : (
                    row.takenBack && <Badge tone="neutral">{t('Taken back')}</Badge>
                  ),
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}
