/** The root of the tree: what share of the opening principal is resolved, by whose work, and the money that no product explains. */
import { collectedOf, type DupontSums, OTHER_MONEY, RESOLVED, resolutionOf } from '../../../../core/domain/dupont';
import { t } from '../../../i18n';
import { Card, Heading, Money, Text } from '../../../ui';
import { CardHead, Table, TableScroll } from '../../../ui/kit';
import { factorWords, shareWords } from '../dupont-words';

export function WholeCard({ sums, previous }: { sums: DupontSums; previous: DupontSums | null }) {
  const share = (of: DupontSums, part: number) => shareWords(of.openingPos === 0 ? null : part / of.openingPos);
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('Resolved of the opening principal')}</Heading>
        <Text strong>{shareWords(resolutionOf(sums))}</Text>
      </CardHead>
      <TableScroll tabIndex={0} role="region" aria-label={t('Resolved of the opening principal')}>
        <Table aria-label={t('Resolved of the opening principal')}>
          <thead>
            <tr>
              <th scope="col">{t('By whose work')}</th>
              <th scope="col" className="num">
                {t('Principal')}
              </th>
              <th scope="col" className="num">
                {t('Points')}
              </th>
              {previous && (
                <th scope="col" className="num">
                  {t('Month before')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {RESOLVED.map((name) => (
              <tr key={name}>
                <th scope="row">{factorWords(name)}</th>
                <td className="num">
                  <Money paise={sums[name]} short />
                </td>
                <td className="num">{share(sums, sums[name])}</td>
                {previous && <td className="num">{share(previous, previous[name])}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Opening principal')}</th>
              <td className="num">
                <Money paise={sums.openingPos} short />
              </td>
              <td className="num">{shareWords(resolutionOf(sums))}</td>
              {previous && <td className="num">{shareWords(resolutionOf(previous))}</td>}
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
    </Card>
  );
}

export function OtherMoneyCard({ sums, previous }: { sums: DupontSums; previous: DupontSums | null }) {
  return (
    <Card flush>
      <CardHead>
        <Heading>{t('Other money')}</Heading>
      </CardHead>
      <TableScroll tabIndex={0} role="region" aria-label={t('Other money')}>
        <Table aria-label={t('Other money')}>
          <thead>
            <tr>
              <th scope="col">{t('How it came')}</th>
              <th scope="col" className="num">
                {t('Collected')}
              </th>
              {previous && (
                <th scope="col" className="num">
                  {t('Month before')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {OTHER_MONEY.map((name) => (
              <tr key={name}>
                <th scope="row">{factorWords(name)}</th>
                <td className="num">
                  <Money paise={sums[name]} />
                </td>
                {previous && (
                  <td className="num">
                    <Money paise={previous[name]} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('All that was collected')}</th>
              <td className="num">
                <Money paise={collectedOf(sums)} />
              </td>
              {previous && (
                <td className="num">
                  <Money paise={collectedOf(previous)} />
                </td>
              )}
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
    </Card>
  );
}
