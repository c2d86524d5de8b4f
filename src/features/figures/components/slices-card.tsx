/** The same figures by bucket, portfolio, agency or agent: one opens its tree, and its loans where the reader has a list of them. */
import type { DupontSlice } from '../../../../core/contract/dupont';
import { BUCKETS } from '../../../../core/domain/buckets';
import { collectedOf, resolutionOf } from '../../../../core/domain/dupont';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, Card, Heading, Link, Money, Text } from '../../../ui';
import { CardHead, CellText, Table, TableScroll } from '../../../ui/kit';
import { countWords, shareWords, sliceWords } from '../dupont-words';
import type { Dupont } from '../queries';

export function SlicesCard({
  by,
  data,
  onOpen,
  mayList,
}: {
  by: DupontSlice;
  data: Dupont;
  onOpen: (key: string, label: string) => void;
  mayList: boolean;
}) {
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('By {what}', { what: sliceWords(by) })}</Heading>
        {data.more > 0 && (
          <Text size="small" tone="muted">
            {t('{count} more', { count: data.more })}
          </Text>
        )}
      </CardHead>
      <TableScroll tabIndex={0} role="region" aria-label={t('By {what}', { what: sliceWords(by) })}>
        <Table aria-label={t('By {what}', { what: sliceWords(by) })}>
          <thead>
            <tr>
              <th scope="col">{sliceWords(by)}</th>
              <th scope="col" className="num">
                {t('Accounts')}
              </th>
              <th scope="col" className="num">
                {t('Opening principal')}
              </th>
              <th scope="col" className="num">
                {t('Resolved')}
              </th>
              <th scope="col" className="num">
                {t('Collected')}
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered(by, data.slices).map(({ key, label, sums }) => (
              <tr key={key}>
                <th scope="row">
                  {key === null ? (
                    <CellText quiet>{t('Nobody')}</CellText>
                  ) : (
                    <Button small onClick={() => onOpen(key, label)}>
                      {label}
                    </Button>
                  )}
                </th>
                <td className="num">
                  {key !== null && mayList ? (
                    <Link
                      to={loansOf(by, key, label)}
                      aria-label={t('{count} loans of {name}', { count: countWords(sums.allocated), name: label })}
                      style={{ color: 'var(--c-accent)', textDecoration: 'underline' }}
                    >
                      {countWords(sums.allocated)}
                    </Link>
                  ) : (
                    countWords(sums.allocated)
                  )}
                </td>
                <td className="num">
                  <Money paise={sums.openingPos} short />
                </td>
                <td className="num">{shareWords(resolutionOf(sums))}</td>
                <td className="num">
                  <Money paise={collectedOf(sums)} short />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Card>
  );
}

const loansOf = (by: DupontSlice, key: string, group: string): string =>
  by === 'bucket' ? deskPaths.loans({ bucket: key }) : deskPaths.loans({ by, key, group });

/** Buckets from the youngest to the oldest, the rest as the server sent them. */
const ordered = (by: DupontSlice, slices: Dupont['slices']) =>
  by === 'bucket' ? BUCKETS.flatMap((bucket) => slices.filter(({ key }) => key === bucket)) : slices;
