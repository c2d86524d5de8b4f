import { BUCKETS } from '../../../../core/domain/buckets';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { BucketBadge, Card, chakra, Heading, Link, Money, Text } from '../../../ui';
import { CardHead, CellText, Table, TableScroll } from '../../../ui/kit';
import { formatCount, type Landing, percent } from '../landing-words';

const Bar = chakra('span', {
  base: { display: 'block', height: '0.5rem', borderRadius: 'full', minWidth: '2px' },
});

const fills = ['#e0b93b', '#ea9a3a', '#e57a35', '#d9562f', '#c22f3a', '#8c1020'];

type Figures = Omit<Landing['buckets'][number], 'bucket'>;
const none = { count: 0, amountPaise: 0 };
const EMPTY: Figures = {
  loans: 0,
  posPaise: 0,
  overduePaise: 0,
  attemptedToday: 0,
  promisesDueToday: none,
  collectedToday: none,
  collectedThisMonth: none,
};

/** Empty sums are quiet, so that the eye finds those that are not. */
const Sum = ({ paise }: { paise: number }) =>
  paise === 0 ? <CellText quiet>—</CellText> : <Money paise={paise} short />;

function Cells({ row }: { row: Figures }) {
  return (
    <>
      <td className="num">{formatCount(row.loans)}</td>
      <td className="num">
        {formatCount(row.attemptedToday)} <CellText quiet>{percent(row.attemptedToday, row.loans)} %</CellText>
      </td>
      <td className="num">
        <Sum paise={row.promisesDueToday.amountPaise} />
      </td>
      <td className="num">
        <Sum paise={row.collectedToday.amountPaise} />
      </td>
      <td className="num">
        <Sum paise={row.collectedThisMonth.amountPaise} />
      </td>
      <td className="num">
        <Sum paise={row.overduePaise} />
      </td>
      <td className="num">
        <Sum paise={row.posPaise} />
      </td>
    </>
  );
}

/** Today's figures and where the principal lies, from the youngest bucket to the oldest, with the whole below. */
export function BucketTable({ data, mayList }: { data: Landing; mayList: boolean }) {
  const rows = BUCKETS.map((bucket) => data.buckets.find((row) => row.bucket === bucket) ?? { bucket, ...EMPTY });
  const whole: Figures = {
    ...data,
    loans: data.allocated.loans,
    posPaise: data.allocated.posPaise,
    overduePaise: rows.reduce((total, row) => total + row.overduePaise, 0),
  };
  const widest = Math.max(1, ...rows.map((row) => row.posPaise));
  const heads = [
    t('Loans'),
    t('Attempted today'),
    t('Due today'),
    t('Collected today'),
    t('This month'),
    t('Overdue'),
    'POS',
  ];
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('By bucket')}</Heading>
        <Text size="small" tone="muted">
          {t('Days past due')}
        </Text>
      </CardHead>
      <TableScroll>
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('Bucket')}</th>
              {heads.map((head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ))}
              <th scope="col" style={{ width: '22%', minWidth: '9rem' }}>
                {t('Share of POS')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.bucket}>
                <th scope="row">
                  {mayList ? (
                    <Link
                      to={deskPaths.loans({ bucket: row.bucket, state: 'active' })}
                      aria-label={t('Loans of bucket {bucket}', { bucket: row.bucket })}
                    >
                      <BucketBadge bucket={row.bucket} />
                    </Link>
                  ) : (
                    <BucketBadge bucket={row.bucket} />
                  )}
                </th>
                <Cells row={row} />
                <td>
                  <div style={{ display: 'flex', alignItems: 'center', gap: '0.5rem' }}>
                    <span style={{ flex: 1 }}>
                      <Bar
                        style={{ width: `${(row.posPaise / widest) * 100}%`, background: fills[index] ?? fills[5] }}
                      />
                    </span>
                    <span style={{ width: '2.75rem', textAlign: 'end' }}>
                      {percent(row.posPaise, whole.posPaise)} %
                    </span>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('All')}</th>
              <Cells row={whole} />
              <td />
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
    </Card>
  );
}
