import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Button, Card, Heading, Link, Row, Stack, Text } from '../../../ui';
import { ProblemNote, SmallTable } from '../../../ui/kit';
import { CHANNEL_WORDS, RULE_WORDS, reasonWords } from '../contact-words';
import type { Preview } from '../rule-queries';

/** What these rules would have held back last week, from the attempts that were made. */
export function PreviewCard({
  preview,
  error,
  busy,
  zone,
  onAsk,
}: {
  preview: Preview | undefined;
  error: unknown;
  busy: boolean;
  zone: string;
  onAsk: () => void;
}) {
  return (
    <Card>
      <Stack gap="3">
        <Row apart gap="3">
          <Heading>{t('Tried on last week')}</Heading>
          <Button busy={busy} onClick={onAsk}>
            {preview ? t('Try again') : t('Try these rules on last week')}
          </Button>
        </Row>
        {error !== null && error !== undefined && <ProblemNote tone="danger" problem={failedWrite(error)} />}
        {!preview && !error && (
          <Text size="small" tone="muted">
            {t('Plays the calls, messages and visits of the last seven days again under these rules.')}
          </Text>
        )}
        {preview && (
          <>
            <Text>
              {preview.attempts === 0
                ? t('Nobody was contacted in the last seven days.')
                : tn(
                    preview.attempts,
                    '{blocked} of {n} attempt would have been held back.',
                    '{blocked} of {n} attempts would have been held back.',
                    { blocked: preview.blocked },
                  )}
              {preview.left > 0 && ` ${t('{n} older ones were not replayed.', { n: preview.left })}`}
            </Text>
            {preview.blocked > 0 && (
              <Text size="small">
                {preview.byRule.map(({ rule, count }) => `${t(RULE_WORDS[rule])} ${count}`).join(' · ')}
              </Text>
            )}
            {preview.examples.length > 0 && (
              <SmallTable
                label={t('Examples')}
                rows={preview.examples}
                keyOf={(one) => `${one.loanId} ${one.at} ${one.channel}`}
                columns={[
                  { label: t('When'), cell: ({ at }) => formatDateTime(at, zone) },
                  {
                    label: t('Loan'),
                    cell: (one) => <Link to={deskPaths.loans({ loan: one.loanId })}>{one.loanNumber}</Link>,
                  },
                  { label: t('Channel'), cell: ({ channel }) => t(CHANNEL_WORDS[channel]) },
                  { label: t('Why'), cell: reasonWords },
                ]}
              />
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}
