import { type FormEvent, useRef, useState } from 'react';
import type { ProfileKind } from '../../../../core/domain/people';
import { checkProfile, EMPTY_PROFILE, type ProfileValues } from '../../../../core/domain/profile-fields';
import type { FormErrors } from '../../../../core/domain/validators';
import { failedWrite, fieldWords } from '../../../api';
import { said, t } from '../../../i18n';
import { Banner, Button, Card, chakra, Field, Row, Select, Stack } from '../../../ui';
import { DraftNote, ProblemNote, useDraft } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { roleChoices } from '../people-words';
import { sentOf } from '../profile-values';
import { type Created, type Options, useCreatePerson } from '../queries';
import { FirstPasswordDialog } from './first-password';
import { ParentPicker, refusedSuperior, type Superior } from './parent-picker';
import { focusFirstError, ProfileFields } from './profile-form';

const Tick = chakra('label', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'center',
    minHeight: '2.75rem',
    cursor: 'pointer',
    '& input': { width: '1.125rem', height: '1.125rem', accentColor: 'accent' },
  },
});

interface Draft {
  values: ProfileValues;
  role: string;
  /** Not kept for the user. */
  manager?: Superior | undefined;
  mail: boolean;
}
const EMPTY: Draft = { values: EMPTY_PROFILE, role: '', mail: false };

/** A new user of one kind. What was typed is kept until it is saved. */
export function PersonCreate({
  kind,
  options,
  onDone,
}: {
  kind: ProfileKind;
  options: Options;
  onDone: (id: string) => void;
}) {
  const { profile } = useSignedIn();
  const zone = useZone();
  const draft = useDraft<Draft>(`people.new.${kind}`, EMPTY);
  const [openedAt] = useState(draft.changedAt);
  const [errors, setErrors] = useState<FormErrors>({});
  const [made, setMade] = useState<Created>();
  const form = useRef<HTMLFormElement>(null);
  const create = useCreatePerson();
  const roles = roleChoices(kind, options.roles);
  const { values, manager, mail } = draft.value;
  const role = roles.find(({ value }) => value === draft.value.role)?.value ?? roles[0]?.value;
  const set = (part: Partial<Draft>) => draft.set({ ...draft.value, ...part });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!role) return;
    const found = checkProfile(kind, { ...EMPTY_PROFILE, ...sentOf(kind, values) });
    if (mail && !values.email.trim()) found.email = t('Give an address for the mail');
    setErrors(found);
    // Said at its field already, and no longer once the role is changed back.
    const refused = refusedSuperior(manager, role, values.subRole);
    if (refused || Object.keys(found).length) return focusFirstError(form.current);
    create.mutate(
      { kind, role, managerId: manager?.id ?? '', mail, values: sentOf(kind, values) },
      {
        onSuccess: (answer) => {
          setMade(answer);
          draft.discard();
          setErrors({});
        },
        onError: (error) => {
          setErrors(fieldWords(error));
          focusFirstError(form.current);
        },
      },
    );
  }

  if (!role)
    return (
      <Banner tone="warn" title={t('Your role may not create this kind of user.')}>
        {t('Ask somebody above you.')}
      </Banner>
    );
  const failed =
    create.error && Object.keys(fieldWords(create.error)).length === 0 ? failedWrite(create.error) : undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="5">
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        <Card>
          <Stack gap="6">
            <Row gap="5" alignItems="start" css={{ '& > *': { flex: '1 1 16rem' } }}>
              {roles.length > 1 && (
                <Field label={t('Role')} required>
                  <Select value={role} onChange={(next) => set({ role: next })} options={roles} />
                </Field>
              )}
              <ParentPicker
                role={role}
                subRole={values.subRole}
                value={manager}
                self={profile.id}
                error={errors.managerId && said(errors.managerId)}
                onChange={(chosen) => {
                  set({ manager: chosen });
                  setErrors(({ managerId: _, ...others }) => others);
                }}
              />
            </Row>
            <ProfileFields
              kind={kind}
              values={values}
              errors={errors}
              options={options}
              onChange={(next) => set({ values: next })}
            />
            <Tick>
              <input type="checkbox" checked={mail} onChange={() => set({ mail: !mail })} />
              {t('Send the first password by mail instead of showing it')}
            </Tick>
          </Stack>
        </Card>
        {failed && <ProblemNote tone="danger" problem={failed} />}
        {Object.keys(errors).length > 0 && !failed && (
          <Banner tone="danger" title={t('Please check the marked fields.')} />
        )}
        <Row>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create user')}
          </Button>
        </Row>
      </Stack>
      {made && (
        <FirstPasswordDialog
          name={made.person.fullName}
          username={made.person.username}
          first={made}
          onClose={() => {
            setMade(undefined);
            onDone(made.person.id);
          }}
          more={{ label: t('Create another'), onClick: () => setMade(undefined) }}
        />
      )}
    </form>
  );
}
