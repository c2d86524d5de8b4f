import { BUCKETS } from '../../../../core/domain/buckets';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { BucketBadge, Card, chakra, Heading, Link, Money, Text } from '../../../ui';
import { CardHead, Table, TableScroll } from '../../../ui/kit';
import { formatCount, type Landing, percent } from '../landing-words';

const Bar = chakra('span', {
  base: { display: 'block', height: '0.5rem', borderRadius: 'full', minWidth: '2px' },
});

const fills = ['#e0b93b', '#ea9a3a', '#e57a35', '#d9562f', '#c22f3a', '#8c1020'];

/** Where the principal lies, from the youngest bucket to the oldest, with a totals row. */
export function BucketTable({ buckets, mayList }: { buckets: Landing['buckets']; mayList: boolean }) {
  const rows = BUCKETS.map(
    (bucket) => buckets.find((row) => row.bucket === bucket) ?? { bucket, loans: 0, posPaise: 0, overduePaise: 0 },
  );
  const sum = (key: 'loans' | 'posPaise' | 'overduePaise') => rows.reduce((total, row) => total + row[key], 0);
  const pos = sum('posPaise');
  const widest = Math.max(1, ...rows.map((row) => row.posPaise));
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
              <th scope="col" className="num">
                {t('Loans')}
              </th>
              <th scope="col" className="num">
                {t('Overdue')}
              </th>
              <th scope="col" className="num">
                POS
              </th>
              <th scope="col" style={{ width: '30%' }}>
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
                      to={deskPaths.loans({ bucket: row.bucket })}
                      aria-label={t('Loans of bucket {bucket}', { bucket: row.bucket })}
                    >
                      <BucketBadge bucket={row.bucket} />
                    </Link>
                  ) : (
                    <BucketBadge bucket={row.bucket} />
                  )}
                </th>
                <td className="num">{formatCount(row.loans)}</td>
                <td className="num">
                  <Money paise={row.overduePaise} short />
                </td>
                <td className="num">
                  <Money paise={row.posPaise} short />
                </td>
                <td>
                  <div style={{ display: 'flex', alignItems: 'center', gap: '0.5rem' }}>
                    <span style={{ flex: 1 }}>
                      <Bar
                        style={{ width: `${(row.posPaise / widest) * 100}%`, background: fills[index] ?? fills[5] }}
                      />
                    </span>
                    <span style={{ width: '2.75rem', textAlign: 'end' }}>{percent(row.posPaise, pos)} %</span>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('All')}</th>
              <td className="num">{formatCount(sum('loans'))}</td>
              <td className="num">
                <Money paise={sum('overduePaise')} short />
              </td>
              <td className="num">
                <Money paise={pos} short />
              </td>
              <td />
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
    </Card>
  );
}
