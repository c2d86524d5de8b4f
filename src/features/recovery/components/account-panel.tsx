/** One loan: its chance, why, and where somebody knew better. */

import { useState } from 'react';
import { overridePredictor } from '../../../../core/contract/predictor';
import { formatDateTime } from '../../../../core/domain/dates';
import { uuidv7 } from '../../../../core/domain/ids';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Heading, Link, Skeleton, Stack, showToast, Text } from '../../../ui';
import { ProblemState, SidePanel, SmallTable } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { useSignedIn, useZone } from '../../session';
import { reasonWords, shareWords } from '../feature-words';
import { PREDICTOR, usePredictorAccount } from '../predictor-queries';

const VERDICTS = { higher: 'Higher', lower: 'Lower' } as const;

export default function AccountPanel({ loanId, onClose }: { loanId: string; onClose: () => void }) {
  const zone = useZone();
  const { profile } = useSignedIn();
  const [id, setId] = useState(uuidv7);
  const { data, error, refetch } = usePredictorAccount(loanId);
  const title = data?.account.loanNumber ?? t('Loan');
  return (
    <SidePanel
      about={loanId}
      label={title}
      title={title}
      line={data ? [data.account.bucket, data.account.portfolio].join(' · ') : ''}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
    >
      {!data && !error && <Skeleton lines={6} />}
      {!data && error && <ProblemState problem={problemOf(error)} retry={() => void refetch()} />}
      {data && (
        <Stack gap="4">
          <Stack gap="1">
            <Text strong>
              {t('{chance} that {borrower} pays something within a month', {
                chance: shareWords(data.account.chance),
                borrower: data.account.borrower ?? data.account.loanNumber,
              })}
            </Text>
            {mayEnter(profile.role, routeOf('loans')) && (
              <Link to={deskPaths.loans({ loan: data.account.id })}>{t('Open the loan')}</Link>
            )}
          </Stack>
          <Stack gap="2">
            <Heading size="title">{t('What weighs most')}</Heading>
            {data.reasons.length === 0 ? (
              <Text tone="muted">{t('It is no open loan any more, or is like the average in everything.')}</Text>
            ) : (
              <SmallTable
                label={t('What weighs most')}
                rows={data.reasons}
                keyOf={({ feature }) => feature}
                columns={[
                  { label: t('Reason'), cell: reasonWords },
                  { label: t('Which way'), cell: ({ effect }) => (effect > 0 ? t('for a payment') : t('against it')) },
                ]}
              />
            )}
          </Stack>
          <Stack gap="2">
            <Heading size="title">{t('Where somebody knew better')}</Heading>
            {data.overrides.length === 0 && <Text tone="muted">{t('Nobody so far.')}</Text>}
            {data.overrides.map((one) => (
              <Stack key={one.id} gap="0">
                <Text>
                  {t('{verdict} than {chance}: {reason}', {
                    verdict: t(VERDICTS[one.verdict]),
                    chance: shareWords(one.chance),
                    reason: one.reason,
                  })}
                </Text>
                <Text size="small" tone="muted">
                  {[one.by, formatDateTime(one.madeAt, zone)].filter(Boolean).join(', ')}
                </Text>
              </Stack>
            ))}
          </Stack>
          {data.mayOverride && (
            <EntityForm
              key={id}
              at="panel"
              draft={`predictor.${loanId}`}
              label={t('I know better')}
              to={overridePredictor}
              params={{ loanId }}
              values={{ verdict: '', reason: '' }}
              sections={() => [
                {
                  title: t('I know better'),
                  note: t('It stays beside the chance and changes nothing.'),
                  fields: {
                    verdict: { label: t('The chance is'), kind: 'chips', required: true, words: VERDICTS },
                    reason: { label: t('Why'), required: true },
                  },
                },
              ]}
              also={() => ({ id })}
              again={[PREDICTOR]}
              send={t('Note it')}
              onStored={() => {
                showToast(t('Noted'), { tone: 'saved' });
                setId(uuidv7());
              }}
            />
          )}
        </Stack>
      )}
    </SidePanel>
  );
}
