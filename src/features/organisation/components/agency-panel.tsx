/** An agency beside the list: its flags, which hold at once and can be taken back (asked first where people are shut out), and its form. */
import { useState } from 'react';
import { type Agency, createAgency, getAgency, updateAgency } from '../../../../core/contract/agencies';
import { failedWrite, problemOf, screenWords } from '../../../api';
import { t, tn } from '../../../i18n';
import { Skeleton, Stack, showToast } from '../../../ui';
import { ConfirmDialog, ProblemNote, ProblemState, SidePanel, Switch } from '../../../ui/kit';
import { EntityForm } from '../../forms';
import { agencyBody, agencySections, agencyValues } from '../agency-form';
import { useAgency, useAgencyFlags } from '../queries';

const CLOSE = 'Close the agency (Esc)';

export function NewAgencyPanel({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  return (
    <SidePanel
      about="new"
      label={t('New agency')}
      title={t('New agency')}
      line={t('It works your loans from the day you add it.')}
      closeLabel={t(CLOSE)}
      onClose={onClose}
    >
      <EntityForm
        at="panel"
        draft="agency.new"
        label={t('New agency')}
        to={createAgency}
        values={agencyValues()}
        sections={(values) => [
          ...agencySections(values),
          { fields: { inHouse: { label: t('In-house'), hint: t(values.inHouse ? OWN : OUTSIDE) } } },
        ]}
        also={agencyBody}
        again={['agencies', 'agency']}
        send={t('Add agency')}
        failed={t('The agency was not added')}
        onStored={({ id, agency: name }) => {
          showToast(t('{name} was added', { name }), { tone: 'saved' });
          onMade(id);
        }}
      />
    </SidePanel>
  );
}

const OWN = 'Your own team, not an outside agency.';
const OUTSIDE = 'An outside agency.';

export function AgencyPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useAgency(id);
  const words = error && !data ? screenWords(error) : undefined;
  return (
    <SidePanel
      about={id}
      label={data ? t('Agency {name}', { name: data.agency }) : t('Agency')}
      title={data?.agency ?? t('Agency')}
      line={data ? `${data.code} · ${tn(data.people, '{n} active user', '{n} active users')}` : ' '}
      closeLabel={t(CLOSE)}
      onClose={onClose}
    >
      {!data && !words && <Skeleton lines={8} height="2rem" />}
      {words && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {data && (
        <>
          <Flags agency={data} />
          <EditAgency key={data.id} agency={data} />
        </>
      )}
    </SidePanel>
  );
}

type Flag = 'active' | 'locked' | 'inHouse';
/** What each flag means as it stands, and what is said when it was set. */
const FLAGS: readonly { flag: Flag; label: string; on: string; off: string; set: string; unset: string }[] = [
  {
    flag: 'active',
    label: 'Active',
    on: 'It can be given loans and people.',
    off: 'Its people are signed out and it gets nothing. What their phones hold still arrives, for review.',
    set: '{name} is active',
    unset: '{name} is switched off',
  },
  {
    flag: 'locked',
    label: 'Locked',
    on: 'It keeps what it has and gets no further loans or people.',
    off: 'It can get further loans and people.',
    set: '{name} is locked',
    unset: '{name} is unlocked',
  },
  {
    flag: 'inHouse',
    label: 'In-house',
    on: OWN,
    off: OUTSIDE,
    set: '{name} is in-house',
    unset: '{name} is an outside agency',
  },
];

function Flags({ agency }: { agency: Agency }) {
  const { status, takeBack } = useAgencyFlags();
  const [asking, setAsking] = useState(false);
  const call = (flag: Flag, on: boolean) => ({ params: { agencyId: agency.id }, body: { [flag]: on } });
  function put(flag: Flag, on: boolean) {
    const words = FLAGS.find((one) => one.flag === flag);
    const said = (to: boolean) => t((to ? words?.set : words?.unset) ?? '', { name: agency.agency });
    const undo = () => takeBack.mutate(call(flag, !on), { onSuccess: () => showToast(said(!on)) });
    status.mutate(call(flag, on), {
      onSuccess: () => {
        setAsking(false);
        showToast(said(on), { action: { label: t('Undo'), onClick: undo } });
      },
    });
  }
  return (
    <Stack as="section" gap="3" aria-label={t('Status')}>
      {FLAGS.map(({ flag, label, on, off }) => (
        <Switch
          key={flag}
          label={t(label)}
          note={t(agency[flag] ? on : off)}
          on={agency[flag]}
          disabled={status.isPending}
          onChange={(next) => {
            if (flag !== 'active' || next) return put(flag, next);
            status.reset();
            setAsking(true);
          }}
        />
      ))}
      {!asking && <ProblemNote tone="danger" title={t('Nothing was changed')} problem={failedWrite(status.error)} />}
      {asking && (
        <ConfirmDialog
          title={t('Switch {name} off?', { name: agency.agency })}
          confirm={t('Switch off')}
          danger
          busy={status.isPending}
          problem={failedWrite(status.error)}
          onConfirm={() => put('active', false)}
          onClose={() => {
            status.reset();
            setAsking(false);
          }}
        >
          {agency.people === 0
            ? t('It has no active users. It gets no loans and no people until it is active again.')
            : tn(
                agency.people,
                'Its {n} active user is signed out and cannot sign in again. What the phone holds still arrives, for review.',
                'Its {n} active users are signed out and cannot sign in again. What their phones hold still arrives, for review.',
              )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function EditAgency({ agency }: { agency: Agency }) {
  return (
    <EntityForm
      at="panel"
      draft={`agency.${agency.id}`}
      label={t('Agency {name}', { name: agency.agency })}
      to={updateAgency}
      params={{ agencyId: agency.id }}
      version={agency.version}
      values={agencyValues(agency)}
      sections={(values) => agencySections(values, agency.id)}
      also={agencyBody}
      newest={{ from: getAgency, record: (one) => one, values: agencyValues }}
      again={['agencies', 'agency']}
      send={t('Save agency')}
      failed={t('Nothing was changed')}
      onStored={({ agency: name }) => showToast(t('{name} was saved', { name }), { tone: 'saved' })}
    />
  );
}
