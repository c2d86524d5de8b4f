/** Whether the promises of a month hold: what was kept of them, and those with a sign, each with the call that it came from. */
import { useState } from 'react';
import { LAST_DAYS, PROMISE_SIGNS, type PromiseSign } from '../../../../core/domain/leaderboard';
import { formatRupeesShort } from '../../../../core/domain/money';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Button, ChipChoice, DateText, Heading, Link, Money, Skeleton, Stack, Text } from '../../../ui';
import { ProblemState, SmallTable } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { usePromises } from '../queries';
import { signWords } from '../words';

const FIRST = 10;
const MOST = 250;

export function PromiseSigns({ profileId, month }: { profileId: string; month: string }) {
  const { profile } = useSignedIn();
  const zone = useZone();
  const [sign, setSign] = useState<PromiseSign | 'any'>('any');
  const [size, setSize] = useState(FIRST);
  const { data, error, refetch } = usePromises({
    profileId,
    month,
    size: String(size),
    ...(sign !== 'any' && { sign }),
  });
  const mayList = mayEnter(profile.role, routeOf('loans'));
  if (!data) return error ? <ProblemState problem={problemOf(error)} retry={refetch} /> : <Skeleton lines={3} />;
  return (
    <Stack gap="2">
      <Heading>{t('Promises')}</Heading>
      <Text>
        {t('{kept} kept of {promised} promised in {n} promises. Only what is kept counts for the score.', {
          kept: formatRupeesShort(data.keptPaise),
          promised: formatRupeesShort(data.promisedPaise),
          n: data.promises,
        })}
      </Text>
      <ChipChoice<PromiseSign | 'any'>
        label={t('Promises to look at')}
        value={sign}
        onChange={setSign}
        options={[
          { value: 'any', label: t('All with a sign') },
          ...PROMISE_SIGNS.map((one) => ({ value: one, label: `${signWords(one)} ${data.counts[one]}` })),
        ]}
      />
      {data.rows.length === 0 && <Text tone="muted">{t('No promise has this sign.')}</Text>}
      {data.rows.length > 0 && (
        <SmallTable
          label={t('Promises to look at')}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t('Loan'),
              cell: ({ loanId, loanNumber }) =>
                loanId === null || loanNumber === null ? (
                  t('A loan that you do not see')
                ) : mayList ? (
                  <Link to={deskPaths.loans({ loan: loanId })}>{loanNumber}</Link>
                ) : (
                  loanNumber
                ),
            },
            { label: t('Made'), cell: ({ at }) => <DateText value={at} zone={zone} time /> },
            {
              label: t('Talk'),
              num: true,
              cell: ({ talkSeconds, channel }) =>
                channel === 'field'
                  ? t('Visit')
                  : talkSeconds === null
                    ? t('not known')
                    : t('{n} s', { n: talkSeconds }),
            },
            { label: t('Amount'), num: true, cell: ({ paise }) => <Money paise={paise} /> },
            { label: t('Sign'), cell: ({ signs }) => signs.map(signWords).join(', ') },
          ]}
          rows={data.rows}
        />
      )}
      {data.total > data.rows.length && size < MOST && (
        <Button small onClick={() => setSize(MOST)}>
          {tn(data.total - data.rows.length, 'Show {n} more', 'Show {n} more')}
        </Button>
      )}
      <Text size="small" tone="muted">
        {t(
          'A burst is a day among the last {n} of a month with three times the promises of the days before. A sign is a reason to ask, not a verdict.',
          {
            n: LAST_DAYS,
          },
        )}
      </Text>
    </Stack>
  );
}
