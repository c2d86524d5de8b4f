/** An agency beside the list: its flags, which hold at once and can be taken back (asked first where people are shut out), and its form. */
import { useState } from 'react';
import { type Agency, getAgency, validateAgency } from '../../../../core/contract/agencies';
import { ApiError, failedWrite, fieldWords, problemOf, screenWords, useApi } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Row, Skeleton, Stack, showToast, useToast } from '../../../ui';
import {
  ConfirmDialog,
  DraftNote,
  ProblemNote,
  ProblemState,
  RecordForm,
  type RecordFormState,
  SidePanel,
  Switch,
  useRecordForm,
} from '../../../ui/kit';
import { useZone } from '../../session';
import { AGENCY_LABELS, AgencyFields, type AgencyValues, agencyBody, agencyValues, checkAgency } from '../agency-form';
import { useAgency, useAgencyChanges } from '../queries';
import { useNameCheck } from '../use-name-check';
import { Conflict } from './conflict';

const CLOSE = 'Close the agency (Esc)';

function useVerdicts(form: RecordFormState<AgencyValues>, agency?: Agency) {
  const api = useApi();
  const ask = (field: 'agency' | 'code') => async (name: string, signal: AbortSignal) =>
    (await api.call(validateAgency, { query: { field, name, agencyId: agency?.id }, signal })).data;
  const about = agency?.id ?? 'new';
  return {
    nameVerdict: useNameCheck(`agency.${about}`, form.typed.agency, agency?.agency ?? '', ask('agency')),
    codeVerdict: useNameCheck(`agency-code.${about}`, form.typed.code, agency?.code ?? '', ask('code')),
  };
}

export function NewAgencyPanel({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const zone = useZone();
  const toast = useToast();
  const { create } = useAgencyChanges();
  const form = useRecordForm('agency.new', { version: 0, values: { ...agencyValues(), inHouse: false } }, checkAgency);
  const verdicts = useVerdicts(form);
  // A draft of an earlier version does not say.
  const { inHouse = false } = form.typed;
  const problem = create.error && !create.isPending ? failedWrite(create.error) : undefined;

  async function send(): Promise<boolean> {
    if (!form.check() || verdicts.nameVerdict.state === 'taken' || verdicts.codeVerdict.state === 'taken') return false;
    if (create.isPending) return true;
    try {
      const agency = await create.mutateAsync({ ...agencyBody(form.typed), inHouse });
      form.discard();
      toast(t('{name} was added', { name: agency.agency }), { tone: 'saved' });
      onMade(agency.id);
      return true;
    } catch (error) {
      return !form.refuse(fieldWords(error));
    }
  }

  return (
    <SidePanel
      about="new"
      label={t('New agency')}
      title={t('New agency')}
      line={t('It works your loans from the day you add it.')}
      closeLabel={t(CLOSE)}
      onClose={onClose}
    >
      <RecordForm label={t('New agency')} onSend={send}>
        {form.draftAt !== undefined && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
        <AgencyFields form={form} {...verdicts} />
        <Switch
          label={t('In-house')}
          note={t(inHouse ? OWN : OUTSIDE)}
          on={inHouse}
          onChange={(next) => form.set({ inHouse: next })}
        />
        {problem && <ProblemNote tone="danger" title={t('The agency was not added')} problem={problem} />}
        <Row>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Add agency')}
          </Button>
        </Row>
      </RecordForm>
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
  const { status, takeBack } = useAgencyChanges();
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
  const api = useApi();
  const zone = useZone();
  const toast = useToast();
  const { update } = useAgencyChanges();
  const held = { version: agency.version, values: agencyValues(agency) };
  const form = useRecordForm(`agency.${agency.id}`, held, checkAgency);
  const verdicts = useVerdicts(form, agency);
  const [newest, setNewest] = useState<Agency>();
  const problem = update.error && !newest && !update.isPending ? failedWrite(update.error) : undefined;
  const params = { agencyId: agency.id };

  async function save(version: number): Promise<boolean> {
    if (!form.check() || verdicts.nameVerdict.state === 'taken' || verdicts.codeVerdict.state === 'taken') return false;
    if (update.isPending) return true;
    try {
      const saved = await update.mutateAsync({ params, body: { version, ...agencyBody(form.typed) } });
      form.discard();
      setNewest(undefined);
      toast(t('{name} was saved', { name: saved.agency }), { tone: 'saved' });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.detail.code === 'conflict') {
        setNewest((await api.call(getAgency, { params })).data);
        return true;
      }
      return !form.refuse(fieldWords(error));
    }
  }

  return (
    <RecordForm label={t('Agency {name}', { name: agency.agency })} onSend={() => save(form.version)}>
      {form.draftAt !== undefined && !newest && <DraftNote at={form.draftAt} zone={zone} onDiscard={form.discard} />}
      {newest && (
        <Conflict
          labels={AGENCY_LABELS}
          mine={form.typed}
          theirs={agencyValues(newest)}
          newest={newest}
          busy={update.isPending}
          onKeepMine={() => void save(newest.version)}
          onTakeTheirs={() => {
            form.discard();
            setNewest(undefined);
          }}
        />
      )}
      <AgencyFields form={form} {...verdicts} />
      {problem && <ProblemNote tone="danger" title={t('Nothing was changed')} problem={problem} />}
      <Row>
        <Button type="submit" look="primary" busy={update.isPending}>
          {t('Save agency')}
        </Button>
        {form.dirty && <Button onClick={form.discard}>{t('Undo my changes')}</Button>}
      </Row>
    </RecordForm>
  );
}
