/** Giving the chosen loans of a list to one telecaller, told loan by loan what came of it, with a way back. */
import { useState } from 'react';
import { type AssignResult, assignCollector, undoAssign } from '../../../../core/contract/loan-changes';
import { portfolioChoices } from '../../../../core/contract/portfolios';
import { parseRole, type Role } from '../../../../core/domain/roles';
import { fieldWords, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Button, Field, Skeleton, Stack, showToast, Text, TextInput } from '../../../ui';
import { ConfirmDialog, TickList } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { useAssigning, useTelecallers } from '../assign-queries';

const UNDO_SHOWN_MS = 15_000;

/** Hands loans to people, and may see whom. */
export function useMayAssign(): boolean {
  const role = parseRole(useSignedIn().profile.role.name);
  const admits = (roles: readonly Role[]) => roles.some((one) => one === role);
  return (
    admits(assignCollector.access.roles) && admits(portfolioChoices.access.roles) && admits(undoAssign.access.roles)
  );
}

/** What is left out, in words: how many, and why. */
export function leftOutWords(results: AssignResult['results']): string {
  const count = (became: AssignResult['results'][number]['became']) =>
    results.filter((one) => one.became === became).length;
  const parts: [number, (n: number) => string][] = [
    [count('unchanged'), (n) => tn(n, '{n} had them already', '{n} had them already')],
    [count('not-active'), (n) => tn(n, '{n} is not active', '{n} are not active')],
    [
      count('client-inactive'),
      (n) => tn(n, '{n} is of a lender that is switched off', '{n} are of lenders that are switched off'),
    ],
    [count('not-found'), (n) => tn(n, '{n} is not yours any more', '{n} are not yours any more')],
  ];
  return parts.flatMap(([n, words]) => (n > 0 ? [words(n)] : [])).join(' · ');
}

export function AssignLoans({
  count,
  idsOf,
  onClose,
  onDone,
}: {
  count: number;
  /** The chosen loans; asked for when it is confirmed, because "all" is more than the page shows. */
  idsOf: () => Promise<string[]>;
  onClose: () => void;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState(false);
  const people = useTelecallers(typed.trim());
  const { assign, undo } = useAssigning();
  const name = people.data?.find(({ id }) => id === chosen)?.name ?? '';
  const problem = missing ? t('Choose who works them') : fieldWords(assign.error).profileId;

  async function give() {
    if (!chosen) {
      setMissing(true);
      return;
    }
    try {
      const ids = await idsOf();
      const { batches, results, assigned } = await assign.mutateAsync({ profileId: chosen, ids });
      const left = leftOutWords(results);
      showToast(
        [tn(assigned, '{n} loan given to {name}', '{n} loans given to {name}', { name }), left]
          .filter(Boolean)
          .join(' · '),
        {
          ms: UNDO_SHOWN_MS,
          tone: assigned > 0 ? 'saved' : 'problem',
          ...(batches.length > 0 && { action: { label: t('Undo'), onClick: () => undo.mutate(batches) } }),
        },
      );
      onDone();
    } catch {
      // Said by the dialog; the choice stays.
    }
  }

  return (
    <ConfirmDialog
      title={tn(count, 'Give {n} loan to a telecaller', 'Give {n} loans to a telecaller')}
      confirm={t('Give the loans')}
      busy={assign.isPending}
      onClose={onClose}
      onConfirm={() => void give()}
    >
      <Stack gap="3">
        <Text>{t('They leave whoever calls them now. Each loan is judged on its own; the rest stays as it is.')}</Text>
        <Field label={t('Telecaller')} error={problem && said(problem)} required>
          <TextInput type="search" value={typed} onChange={setTyped} placeholder={t('Search by name')} maxLength={80} />
        </Field>
        {people.isPending && <Skeleton lines={3} />}
        {people.error && !people.data && <Text tone="danger">{said(screenWords(people.error).title)}</Text>}
        {people.data?.length === 0 && <Text tone="muted">{t('Nobody of that name works below you.')}</Text>}
        {people.data && people.data.length > 0 && (
          <TickList
            limit={8}
            searchFrom={Number.POSITIVE_INFINITY}
            options={people.data.map((one) => ({ value: one.id, label: one.name, hint: one.hint }))}
            value={chosen ? [chosen] : []}
            onChange={(next) => {
              setMissing(false);
              setChosen(next.find((one) => one !== chosen) ?? '');
            }}
          />
        )}
        {assign.error && !problem && <Text tone="danger">{said(screenWords(assign.error).title)}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}

/** The whole action for a list: a button, and its dialog. Nothing for those who may not. */
export default function AssignButton(props: { count: number; idsOf: () => Promise<string[]>; onDone: () => void }) {
  const [open, setOpen] = useState(false);
  if (!useMayAssign()) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t('Give to a telecaller')}
      </Button>
      {open && (
        <AssignLoans
          {...props}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            props.onDone();
          }}
        />
      )}
    </>
  );
}
