import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { KIND_WORDS, type ProfileKind } from '../../../../core/domain/people';
import { problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { deskPaths, paths } from '../../../routes';
import { Card, EmptyState, Heading, LinkButton, Row, Skeleton, Stack, showToast } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState } from '../../../ui/kit';
import { useZone } from '../../session';
import { DraBadge } from '../components/dra-badge';
import { PersonCreate } from '../components/person-create';
import { PersonEdit } from '../components/person-edit';
import { roleWord, savedWords } from '../people-words';
import { useOptions, usePerson } from '../queries';

interface FormRow {
  title: string;
  kinds: readonly [ProfileKind, ...ProfileKind[]];
  /** Where its people are listed. */
  list: string;
}

/** Every form of one kind of people by its path. */
const CREATES: Readonly<Record<string, FormRow>> = {
  [deskPaths.createManager()]: { title: 'Create Manager', kinds: ['manager'], list: deskPaths.managers() },
  [deskPaths.createSuperManager()]: {
    title: 'Create Super Manager',
    kinds: ['superManager'],
    list: deskPaths.managers(),
  },
  [deskPaths.createFieldAgent()]: { title: 'Create Field Agent', kinds: ['fieldAgent'], list: deskPaths.collectors() },
  [deskPaths.createCollector()]: {
    title: 'Create Collector',
    kinds: ['collector', 'teleCaller'],
    list: deskPaths.collectors(),
  },
};
const EDITS: Readonly<Record<string, FormRow>> = {
  [deskPaths.editManager()]: { title: 'Edit Manager', kinds: ['manager', 'superManager'], list: deskPaths.managers() },
  [deskPaths.editFieldAgent()]: { title: 'Edit Field Agent', kinds: ['fieldAgent'], list: deskPaths.collectors() },
  [deskPaths.editCollector()]: {
    title: 'Edit Collector',
    kinds: ['collector', 'teleCaller'],
    list: deskPaths.collectors(),
  },
};

export default function FormPage() {
  const { pathname } = useLocation();
  const create = CREATES[pathname];
  const edit = EDITS[pathname];
  const row = create ?? edit;
  if (!row) return null;
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <Row apart>
          <DeskTitle>{t(row.title)}</DeskTitle>
          <LinkButton look="plain" icon="back" to={row.list}>
            {t('Back to the list')}
          </LinkButton>
        </Row>
        {create ? <Create row={create} /> : <Edit row={row} />}
      </Stack>
    </DeskPage>
  );
}

function Create({ row }: { row: FormRow }) {
  const navigate = useNavigate();
  const options = useOptions();
  if (options.error && !options.data)
    return <ProblemState problem={problemOf(options.error)} retry={options.refetch} />;
  if (!options.data) return <Skeleton lines={5} height="3rem" />;
  return <PersonCreate kind={row.kinds[0]} options={options.data} onDone={() => navigate(row.list)} />;
}

function Edit({ row }: { row: FormRow }) {
  const navigate = useNavigate();
  const zone = useZone();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { data: person, error, refetch } = usePerson(id);
  if (id === '' || (person && !row.kinds.includes(person.kind)))
    return (
      <EmptyState
        icon="me"
        title={t('Choose whom to edit')}
        action={
          <LinkButton look="primary" to={row.list}>
            {t('To the list')}
          </LinkButton>
        }
      >
        {t('Open somebody in the list and choose Edit.')}
      </EmptyState>
    );
  if (error && !person) return <ProblemState problem={problemOf(error)} retry={refetch} />;
  if (!person) return <Skeleton lines={5} height="3rem" />;
  return (
    <Card>
      <Stack gap="5">
        <Row gap="3">
          <Heading>{person.fullName}</Heading>
          <span>{roleWord(person.role, person.subRole) || t(KIND_WORDS[person.kind].one)}</span>
          {person.draValidUntil && <DraBadge validUntil={person.draValidUntil} zone={zone} />}
        </Row>
        <PersonEdit
          key={person.id}
          person={person}
          onSaved={(saved) => {
            showToast(said(savedWords(saved.kind, true)), { tone: 'saved' });
            // Specification 2.6: a saved manager, collector or admin profile goes home.
            navigate(paths.home());
          }}
        />
      </Stack>
    </Card>
  );
}
