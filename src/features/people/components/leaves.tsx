/** Days off of one person who collects: the newest few, another, and back to work. */
import { lazy, Suspense, useState } from 'react';
import { type Leave, listLeaves } from '../../../../core/contract/leaves';
import type { Person } from '../../../../core/contract/people';
import { problemOf } from '../../../api';
import { mayAsk } from '../../../api/may-ask';
import { t } from '../../../i18n';
import { Button, Row, Skeleton, Stack, Text } from '../../../ui';
import { LookBadge, ProblemNote, SmallTable } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { leaveDays, leaveLook, MOST_SHOWN, useLeavesOf } from '../leave-parts';
import { EndLeave } from './end-leave';

const AddLeave = lazy(async () => ({ default: (await import('./add-leave')).AddLeave }));

const COLLECT: readonly Person['kind'][] = ['teleCaller', 'collector', 'fieldAgent'];

export function Leaves({ person }: { person: Person }) {
  const { profile } = useSignedIn();
  const shown = COLLECT.includes(person.kind) && mayAsk(listLeaves, profile);
  const { data, error } = useLeavesOf(person.id, shown);
  const [open, setOpen] = useState<'add' | Leave>();
  const close = () => setOpen(undefined);
  if (!shown) return null;
  const mayChange = person.may.change && person.active;
  return (
    <Stack as="section" gap="2" aria-label={t('Leave')}>
      <Row gap="2" apart>
        <Text strong>{t('Leave')}</Text>
        {mayChange && (
          <Button small icon="plus" onClick={() => setOpen('add')}>
            {t('Add leave')}
          </Button>
        )}
      </Row>
      <ProblemNote problem={data ? undefined : problemOf(error)} />
      {!data && !error && <Skeleton lines={2} />}
      {data?.rows.length === 0 && (
        <Text size="small" tone="muted">
          {t('No days off are kept.')}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <SmallTable
          label={t('Leave')}
          rows={data.rows}
          keyOf={({ id }) => id}
          columns={[
            { label: t('Days off'), cell: leaveDays },
            { label: t('Reason'), cell: ({ reason }) => reason },
            { label: t('State'), cell: ({ state }) => <LookBadge {...leaveLook(state)} /> },
            {
              label: '',
              cell: (one) =>
                mayChange &&
                (one.state === 'running' || one.state === 'coming') && (
                  <Button small onClick={() => setOpen(one)}>
                    {one.state === 'running' ? t('Works again') : t('Take back')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {data && data.total > MOST_SHOWN && (
        <Text size="small" tone="muted">
          {t('The newest {n} of {all}', { n: MOST_SHOWN, all: data.total })}
        </Text>
      )}
      {open === 'add' && (
        <Suspense>
          <AddLeave person={person} onClose={close} />
        </Suspense>
      )}
      {open && open !== 'add' && <EndLeave leave={open} onClose={close} />}
    </Stack>
  );
}
