/** One branch of the tree: each set of accounts within the one before, what it did to the change, and what another share would bring. */
import {
  BRANCHES,
  type Branch,
  type DupontSums,
  type Factor,
  factorsOf,
  productOf,
  splitChange,
} from '../../../../core/domain/dupont';
import { t } from '../../../i18n';
import { Card, chakra, Heading, Money, Text } from '../../../ui';
import { CardHead, CellText, Table, TableScroll } from '../../../ui/kit';
import { branchWords, countWords, factorWords, shareWords } from '../dupont-words';
import { WhatIf } from './what-if';

const Bar = chakra('span', {
  base: {
    display: 'block',
    height: '0.375rem',
    marginInlineStart: 'auto',
    borderRadius: 'full',
    minWidth: '2px',
    background: 'accent',
  },
});

export function BranchCard({
  branch,
  sums,
  previous,
}: {
  branch: Branch;
  sums: DupontSums;
  previous: DupontSums | null;
}) {
  const factors = factorsOf(branch, sums);
  const before = previous && factorsOf(branch, previous);
  const parts = previous && splitChange(branch, previous, sums);
  const { sets, paise } = BRANCHES[branch];
  const name = branchWords(branch);
  return (
    <Card flush>
      <CardHead>
        <Heading>{name}</Heading>
        <Text strong>
          <Money paise={sums[paise]} />
        </Text>
      </CardHead>
      <TableScroll tabIndex={0} role="region" aria-label={name}>
        <Table aria-label={name}>
          <thead>
            <tr>
              <th scope="col">{t('Step')}</th>
              <th scope="col" className="num">
                {t('Accounts')}
              </th>
              <th scope="col" className="num">
                {t('Of the step before')}
              </th>
              {before && (
                <th scope="col" className="num">
                  {t('Month before')}
                </th>
              )}
              {parts && (
                <th scope="col" className="num">
                  {t('Made of the change')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {factors.map((factor, at) => (
              <tr key={factor.name}>
                <th scope="row">{factorWords(factor.name)}</th>
                <td className="num">
                  {factor.name !== 'ticket' && countWords(sums[factor.name])}
                  {factor.name !== 'ticket' && sums[sets[0]] > 0 && (
                    <Bar aria-hidden="true" style={{ width: `${(sums[factor.name] / sums[sets[0]]) * 100}%` }} />
                  )}
                </td>
                <td className="num">{at > 0 && <Value factor={factor} first={false} />}</td>
                {before && (
                  <td className="num">
                    <Value factor={before[at]} first={at === 0} />
                  </td>
                )}
                {parts && (
                  <td className="num">
                    <Change paise={parts[factor.name] ?? 0} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('All multiplied')}</th>
              <td />
              <td className="num">
                <Money paise={productOf(factors)} />
              </td>
              {before && (
                <td className="num">
                  <Money paise={productOf(before)} />
                </td>
              )}
              {previous && (
                <td className="num">
                  <Change paise={sums[paise] - previous[paise]} />
                </td>
              )}
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
      <WhatIf branch={branch} sums={sums} />
    </Card>
  );
}

function Value({ factor, first }: { factor: Factor | undefined; first: boolean }) {
  if (!factor || factor.value === null) return <CellText quiet>–</CellText>;
  if (factor.name === 'ticket') return <Money paise={Math.round(factor.value)} />;
  return <>{first ? countWords(factor.value) : shareWords(factor.value)}</>;
}

function Change({ paise }: { paise: number }) {
  if (paise === 0) return <CellText quiet>–</CellText>;
  return (
    <>
      {paise > 0 && '+'}
      <Money paise={paise} />
    </>
  );
}
