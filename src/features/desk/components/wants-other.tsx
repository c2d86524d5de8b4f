/** Which of the chosen loans their agent asks to be rid of, and why: shown before they are given to somebody. */
import { formatDay } from '../../../../core/domain/dates';
import { t, tn } from '../../../i18n';
import { Banner, Stack, Text } from '../../../ui';
import { useOtherAgentRequests } from '../assign-queries';

const SHOWN = 5;

/** Nothing while it is asked, where nobody asks, and where the answer does not come: giving goes on without it. */
export function WantsOther({ count, idsOf }: { count: number; idsOf: () => Promise<readonly string[]> }) {
  const rows = useOtherAgentRequests(count, idsOf).data ?? [];
  if (rows.length === 0) return null;
  return (
    <Banner
      tone="info"
      title={tn(
        rows.length,
        'For {n} of these loans another agent is asked for',
        'For {n} of these loans another agent is asked for',
      )}
    >
      <Stack gap="2">
        {rows.slice(0, SHOWN).map((row) => (
          <Text key={row.id} size="small">
            <strong>{row.loanNumber}</strong> · {row.by}, {formatDay(Date.parse(row.askedAt))}: {row.note}
          </Text>
        ))}
        {rows.length > SHOWN && <Text size="small">{t('{n} more', { n: rows.length - SHOWN })}</Text>}
      </Stack>
    </Banner>
  );
}
