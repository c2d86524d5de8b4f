import { type FormEvent, useRef, useState } from 'react';
import type { Person } from '../../../../core/contract/people';
import { checkProfile, EMPTY_PROFILE, ownFieldsOf, type ProfileValues } from '../../../../core/domain/profile-fields';
import type { FormErrors } from '../../../../core/domain/validators';
import { ApiError, failedWrite, fieldWords } from '../../../api';
import { t } from '../../../i18n';
import { Banner, Button, Row, Stack } from '../../../ui';
import { DraftNote, ProblemNote, useDraft } from '../../../ui/kit';
import { useZone } from '../../session';
import { formOf, sentOf } from '../profile-values';
import { useOptions, useUpdateOwn, useUpdatePerson } from '../queries';
import { focusFirstError, ProfileFields } from './profile-form';

interface Draft {
  values: ProfileValues;
  /** The profile it was begun on. */
  version: number;
}

/** Changes a profile; with `own` the user's own, in the fields that are the user's to change. */
export function PersonEdit({
  person,
  own = false,
  onSaved,
}: {
  person: Person;
  own?: boolean;
  onSaved: (person: Person) => void;
}) {
  const { kind, id } = person;
  const zone = useZone();
  const draft = useDraft<Draft>(`people.${own ? 'me' : id}`, { values: formOf(person), version: person.version });
  const [openedAt] = useState(draft.changedAt);
  const [errors, setErrors] = useState<FormErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const options = useOptions(!own);
  const update = useUpdatePerson(kind, id);
  const updateOwn = useUpdateOwn();
  const save = own ? updateOwn : update;
  const { values, version } = draft.value;
  const conflict = save.error instanceof ApiError && save.error.detail.code === 'conflict';
  const stale = version !== person.version && draft.changedAt !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const sent = sentOf(kind, values, own);
    const all = checkProfile(kind, { ...EMPTY_PROFILE, ...sentOf(kind, values) });
    const names: string[] = own ? ownFieldsOf(kind).map(({ name }) => name) : Object.keys(all);
    const found = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    setErrors(found);
    if (Object.keys(found).length) return focusFirstError(form.current);
    save.mutate(
      { version, values: sent },
      {
        onSuccess: (saved) => {
          draft.discard();
          onSaved(saved);
        },
        onError: (error) => {
          setErrors(fieldWords(error));
          focusFirstError(form.current);
        },
      },
    );
  }

  const failed = save.error && Object.keys(fieldWords(save.error)).length === 0 ? failedWrite(save.error) : undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="5">
        {openedAt !== undefined && draft.changedAt !== undefined && (
          <DraftNote at={openedAt} zone={zone} onDiscard={draft.discard} />
        )}
        {(conflict || stale) && (
          <Banner
            tone="warn"
            title={t('Somebody else has changed this profile meanwhile')}
            action={
              <Button
                small
                onClick={() => {
                  save.reset();
                  draft.discard();
                }}
              >
                {t('Show it as it is now')}
              </Button>
            }
          >
            {t('What you typed stands here still; it cannot be saved over theirs.')}
          </Banner>
        )}
        <ProfileFields
          kind={kind}
          values={values}
          errors={errors}
          options={options.data}
          own={own}
          onChange={(next) => draft.set({ values: next, version })}
        />
        {failed && !conflict && <ProblemNote tone="danger" problem={failed} />}
        <Row>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('Save profile')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
