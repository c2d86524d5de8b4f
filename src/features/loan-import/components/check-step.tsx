/** What a commit would do now, counted, before anything is done. */
import { useState } from 'react';
import type { DuplicatePolicy } from '../../../../core/domain/loan-import';
import { loanField } from '../../../../core/domain/loan-import';
import { said, t, tn } from '../../../i18n';
import { Badge, Banner, Button, Card, Heading, Row, Stack, Text } from '../../../ui';
import { ConfirmDialog, type Problem, ProblemNote, Table } from '../../../ui/kit';
import type { ImportDetail, Verification } from '../queries';
import { Figures } from './figures';
import { PolicyChoice } from './policy-choice';
import { Problems } from './problem-rows';

/** Loans of the file that are there already, whatever would become of them. */
export const policyCounts = ({ fresh, changed, unchanged, skipped }: Verification, policy: DuplicatePolicy) => ({
  fresh: policy.fresh === 'insert' ? fresh : policy.known === 'skip' ? 0 : skipped,
  known: changed + unchanged + (policy.known === 'skip' ? skipped : 0),
});

/** How many numbers the server compares (server/modules/loan-imports/staging.ts). */
const WRITTEN = 5000;

/** What is not wrong by the letter and rarely meant. */
function Surprises({
  verification: { alike = 0, withoutDues = 0, unseen },
  busy,
  onAlike,
}: {
  verification: Verification;
  busy: boolean;
  onAlike: () => void;
}) {
  return (
    <>
      {alike > 0 && (
        <Banner
          tone="warn"
          title={tn(
            alike,
            '{n} of these rows looks like a loan that you have',
            '{n} of these rows look like loans that you have',
          )}
        >
          <Stack gap="2" marginTop="2" alignItems="flex-start">
            <Text>
              {t(
                'Their numbers differ by zeros in front, by capitals or by signs alone, as after a spreadsheet has saved the file.',
              )}
            </Text>
            <Button busy={busy} onClick={onAlike}>
              {t('Take them for those loans')}
            </Button>
          </Stack>
        </Banner>
      )}
      {unseen && (
        <Banner
          tone="warn"
          title={tn(
            unseen.rows,
            '{n} row has a loan number that stands in the file already, but for a space that cannot be seen',
            '{n} rows have a loan number that stands in the file already, but for spaces that cannot be seen',
          )}
        >
          <Text>{t('They are refused. Here are two of them, with the space as ␣:')}</Text>
          <Table>
            <tbody>
              {unseen.lines.map(({ line, number }) => (
                <tr key={line}>
                  <th scope="row">{t('Line {line}', { line })}</th>
                  <td>
                    <code>{number}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Banner>
      )}
      {withoutDues > 0 && (
        <Banner
          tone="warn"
          title={tn(
            withoutDues,
            '{n} new loan is past due and comes in with ₹0 overdue',
            '{n} new loans are past due and come in with ₹0 overdue',
          )}
        />
      )}
    </>
  );
}

/** Why this looks like another lender's file, or another portfolio's; undefined when it does not. */
function strangeAbout({ fresh, changed, unchanged, missing, unlike = 0 }: Verification, portfolio: string) {
  if (fresh > 0 && missing > changed + unchanged)
    return t('Most active loans of {portfolio} are not in this file: {missing}. It would add {fresh} new ones.', {
      portfolio,
      missing,
      fresh,
    });
  if (2 * unlike <= Math.min(fresh, WRITTEN)) return undefined;
  return t(
    'Most of the new loan numbers are written otherwise than those of {portfolio}: other letters, or another length.',
    { portfolio },
  );
}

export function CheckStep({
  detail,
  verification,
  policy,
  busy,
  problem,
  onBack,
  onPolicy,
  onCommit,
}: {
  detail: ImportDetail;
  verification: Verification;
  policy: DuplicatePolicy;
  busy: boolean;
  problem: Problem | undefined;
  onBack: () => void;
  /** Checks the file once more with another policy. */
  onPolicy: (policy: DuplicatePolicy) => void;
  onCommit: () => void;
}) {
  const { rows, fresh, changed, unchanged, skipped, refused, missing, changedFields } = verification;
  const [asks, setAsks] = useState(false);
  const taken = fresh + changed;
  const strange = strangeAbout(verification, detail.portfolio ?? t('its portfolios'));
  const suppresses = detail.kind === 'suppressions';
  return (
    <Stack gap="4">
      <Card>
        <Stack gap="4">
          <Heading>
            {tn(rows, '{n} row was checked; nothing was changed', '{n} rows were checked; nothing was changed')}
          </Heading>
          <Figures
            figures={[
              { label: t('New'), value: fresh, tone: 'paid' },
              ...(suppresses ? [] : [{ label: t('Changed'), value: changed, tone: 'promise' as const }]),
              { label: t('The same as now'), value: unchanged },
              ...(suppresses ? [] : [{ label: t('Left out'), value: skipped }]),
              { label: t('Refused'), value: refused, ...(refused > 0 && { tone: 'danger' as const }) },
              ...(suppresses ? [] : [{ label: t('Active, but not in this file'), value: missing }]),
            ]}
          />
          {changedFields.length > 0 && (
            <Row gap="2">
              <Text as="span" size="small" tone="muted">
                {t('Another value in')}
              </Text>
              {changedFields.map(({ field, loans }) => (
                <Badge
                  key={field}
                >{`${said(loanField(field)?.label ?? field)} · ${loans.toLocaleString('en-IN')}`}</Badge>
              ))}
            </Row>
          )}
          {refused > 0 && (
            <Text>
              {tn(
                refused,
                '{n} row is left out; you get it back as a file with the reason.',
                '{n} rows are left out; you get them back as a file with the reasons.',
              )}
            </Text>
          )}
          <Surprises verification={verification} busy={busy} onAlike={() => onPolicy({ ...policy, alike: true })} />
          {taken === 0 && <Banner tone="warn" title={t('Nothing of this file would be loaded')} />}
          <ProblemNote tone="danger" title={t('Nothing was loaded')} problem={problem} />
          <Row gap="3">
            <Button
              look="primary"
              busy={busy}
              disabled={taken === 0}
              onClick={strange ? () => setAsks(true) : onCommit}
            >
              {suppresses ? tn(taken, 'Load {n} row', 'Load {n} rows') : tn(taken, 'Load {n} loan', 'Load {n} loans')}
            </Button>
            <Button icon="back" onClick={onBack}>
              {t('Back to the columns')}
            </Button>
          </Row>
        </Stack>
      </Card>
      {!suppresses && (
        <Card>
          <PolicyChoice
            policy={policy}
            counts={policyCounts(verification, policy)}
            onlyChanges={detail.kind !== 'loans'}
            onChange={onPolicy}
          />
        </Card>
      )}
      <Problems verification={verification} columns={detail.look?.columns ?? []} />
      {asks && (
        <ConfirmDialog
          title={t('Is this the right portfolio?')}
          confirm={tn(taken, 'Load {n} loan', 'Load {n} loans')}
          busy={busy}
          onConfirm={() => {
            setAsks(false);
            onCommit();
          }}
          onClose={() => setAsks(false)}
        >
          {strange}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
