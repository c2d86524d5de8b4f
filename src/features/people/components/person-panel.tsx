import { lazy, Suspense, useState } from 'react';
import type { Person } from '../../../../core/contract/people';
import type { ProfileKind } from '../../../../core/domain/people';
import { type FieldSpec, fieldsOf, LANGUAGES } from '../../../../core/domain/profile-fields';
import { failedWrite, problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { type DeskRouteId, deskPaths, mayEnter, routeOf } from '../../../routes';
import { Badge, Banner, Button, DateText, LinkButton, Row, Skeleton, showToast, Text } from '../../../ui';
import { FactLine, Facts, Modal, ProblemState, SidePanel } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { roleWord, savedWords } from '../people-words';
import { type FirstPassword, type Options, useNewPassword, useOptions, usePerson, useReactivation } from '../queries';
import { DraBadge } from './dra-badge';
import { DraCertificate } from './dra-certificate';
import { FirstPasswordDialog } from './first-password';
import { Leaves } from './leaves';
import { MoveDialog } from './move-dialog';
import { PersonEdit } from './person-edit';
import { Sessions } from './sessions';

const DeactivateDialog = lazy(async () => ({ default: (await import('./deactivate-dialog')).DeactivateDialog }));

/** A field's value in words. */
export function factOf(field: FieldSpec, person: Person, options: Options | undefined, zone: string) {
  const value = (person as unknown as Record<string, unknown>)[field.name];
  const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string) =>
    list?.find((one) => one.id === id)?.name ?? '…';
  if (field.name === 'agencyId') return person.agencyName;
  if (field.name === 'clientId') return person.clientName;
  if (field.name === 'draValidUntil')
    return person.draValidUntil && <DraBadge validUntil={person.draValidUntil} zone={zone} />;
  if (Array.isArray(value)) {
    const words = (value as string[]).map((item) => {
      switch (field.type) {
        case 'agencies':
          return nameIn(options?.agencies, item);
        case 'clients':
          return nameIn(options?.clients, item);
        case 'languages':
          return said(LANGUAGES.find((language) => language.value === item)?.label ?? item);
        default:
          return item;
      }
    });
    return words.join(', ');
  }
  return value === null || value === undefined ? '' : String(value);
}

/** What there is to know of one person, each field of their kind that is filled. */
export function PersonFacts({
  person,
  options,
  withoutOwn = false,
}: {
  person: Person;
  options: Options | undefined;
  /** Not what the owner changes in the form above. */
  withoutOwn?: boolean;
}) {
  const zone = useZone();
  const facts = fieldsOf(person.kind)
    .filter(
      ({ name, own }) =>
        name !== 'fullName' && name !== 'subRole' && !(withoutOwn && (own || name === 'email' || name === 'mobile')),
    )
    .map((field) => ({ field, fact: factOf(field, person, options, zone) }))
    .filter(({ fact }) => fact);
  return (
    <Facts>
      {facts.map(({ field, fact }) => (
        <FactLine
          key={field.name}
          name={t(field.label)}
          wide={Array.isArray((person as unknown as Record<string, unknown>)[field.name])}
        >
          {fact}
        </FactLine>
      ))}
    </Facts>
  );
}

/** The screen of its own on which some roles edit a kind of user. */
const EDITS = {
  manager: ['editManager', deskPaths.editManager],
  superManager: ['editManager', deskPaths.editManager],
  fieldAgent: ['editFieldAgent', deskPaths.editFieldAgent],
  collector: ['editCollector', deskPaths.editCollector],
  teleCaller: ['editCollector', deskPaths.editCollector],
} as const satisfies Partial<Record<ProfileKind, readonly [DeskRouteId, (id: string) => string]>>;

function editPathOf(person: Person, role: unknown): string | undefined {
  const [route, pathTo] = Object.entries(EDITS).find(([kind]) => kind === person.kind)?.[1] ?? [];
  return route && mayEnter(role, routeOf(route)) ? pathTo?.(person.id) : undefined;
}

/** One person beside a list or the tree, with what the user may do. */
export function PersonPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { profile } = useSignedIn();
  const zone = useZone();
  const { data: person, error, refetch } = usePerson(id);
  const options = useOptions();
  const activation = useReactivation(id);
  const password = useNewPassword(id);
  const [open, setOpen] = useState<'edit' | 'move' | 'deactivate' | 'password'>();
  const [first, setFirst] = useState<FirstPassword>();
  const attendance = mayEnter(profile.role, routeOf('attendance'));
  const close = () => setOpen(undefined);
  const editPath = person && editPathOf(person, profile.role);

  const ask = (mail: boolean) =>
    password.mutate(mail, {
      onSuccess: (made) => {
        setFirst(made);
        close();
      },
    });
  return (
    <SidePanel
      about={id}
      label={t('User')}
      title={person?.fullName ?? t('User')}
      line={person ? roleWord(person.role, person.subRole) : ''}
      closeLabel={t('Close (Esc)')}
      onClose={onClose}
      problem={failedWrite(activation.error)}
      footer={
        person && (
          <>
            {person.may.change &&
              (editPath ? (
                <LinkButton icon="edit" to={editPath}>
                  {t('Edit profile')}
                </LinkButton>
              ) : (
                <Button icon="edit" onClick={() => setOpen('edit')}>
                  {t('Edit profile')}
                </Button>
              ))}
            {person.may.move && person.active && <Button onClick={() => setOpen('move')}>{t('Move')}</Button>}
            {attendance && (
              <LinkButton icon="today" to={deskPaths.attendance(person.id)}>
                {t('Attendance')}
              </LinkButton>
            )}
            {mayEnter(profile.role, routeOf('collectorTarget')) && (
              <LinkButton to={deskPaths.personTarget(person.id, person.kind === 'fieldAgent')}>
                {t('Targets')}
              </LinkButton>
            )}
            {person.may.change && person.active && (
              <Button
                icon="lock"
                onClick={() => {
                  password.reset();
                  setOpen('password');
                }}
              >
                {t('New password')}
              </Button>
            )}
            {person.may.deactivate &&
              (person.active ? (
                <Button look="danger" onClick={() => setOpen('deactivate')}>
                  {t('Deactivate')}
                </Button>
              ) : (
                <Button
                  busy={activation.isPending}
                  onClick={() =>
                    activation.mutate(undefined, {
                      onSuccess: () =>
                        showToast(t('{name} may sign in again', { name: person.fullName }), { tone: 'saved' }),
                    })
                  }
                >
                  {t('Reactivate')}
                </Button>
              ))}
          </>
        )
      }
    >
      {error && !person && <ProblemState problem={problemOf(error)} retry={refetch} />}
      {!person && !error && <Skeleton lines={6} />}
      {person && (
        <>
          {!person.active && (
            <Banner tone="warn" title={t('Not active')}>
              {person.deactivatedReason}
              {person.deactivatedAt && (
                <>
                  {' · '}
                  <DateText value={person.deactivatedAt} zone={zone} />
                </>
              )}
            </Banner>
          )}
          <Row gap="2">
            {person.firstSignInDue && <Badge tone="promise">{t('First sign-in due')}</Badge>}
            {person.managerName && (
              <Text as="span" size="small" tone="muted">
                {t('Reports to {name}', { name: person.managerName })}
              </Text>
            )}
          </Row>
          <Facts>
            <FactLine name={t('People below')}>{person.below}</FactLine>
            <FactLine name={t('Open loans')}>{person.loans}</FactLine>
            <FactLine name={t('Last seen')}>
              {person.lastSeenAt ? <DateText value={person.lastSeenAt} zone={zone} time /> : t('Never')}
            </FactLine>
            <FactLine name={t('Created')}>
              <DateText value={person.createdAt} zone={zone} />
            </FactLine>
          </Facts>
          <PersonFacts person={person} options={options.data} />
          <DraCertificate person={person} />
          <Leaves person={person} />
          {person.may.change && <Sessions whom={person.id} />}
        </>
      )}
      {person && open === 'edit' && (
        <Modal title={t('Edit {name}', { name: person.fullName })} size="large" onClose={close}>
          <PersonEdit
            person={person}
            onSaved={(saved) => {
              showToast(said(savedWords(saved.kind, false)), { tone: 'saved' });
              close();
            }}
          />
        </Modal>
      )}
      {person && open === 'move' && <MoveDialog node={person} onClose={close} />}
      {person && open === 'deactivate' && (
        <Suspense>
          <DeactivateDialog person={person} onClose={close} />
        </Suspense>
      )}
      {person && open === 'password' && (
        <Modal
          title={t('New password for {name}?', { name: person.fullName })}
          size="small"
          onClose={close}
          problem={failedWrite(password.error)}
          footer={
            <>
              {person.email && (
                <Button busy={password.isPending} onClick={() => ask(true)}>
                  {t('Send by mail')}
                </Button>
              )}
              <Button look="primary" busy={password.isPending} onClick={() => ask(false)}>
                {t('Make and show it')}
              </Button>
            </>
          }
        >
          <Text>
            {t('The old password stops working and every session ends. At the next sign-in they choose their own.')}
          </Text>
        </Modal>
      )}
      {person && first && (
        <FirstPasswordDialog
          name={person.fullName}
          username={person.username}
          first={first}
          onClose={() => setFirst(undefined)}
        />
      )}
    </SidePanel>
  );
}
