import { useLocation } from 'react-router-dom';
import type { ProfileKind } from '../../../../core/domain/people';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { LinkButton } from '../../../ui';
import { useSignedIn } from '../../session';
import { PeopleList } from '../components/people-list';

interface ListRow {
  name: string;
  title: string;
  kinds: readonly ProfileKind[];
  wide?: boolean;
  make: readonly ('createManager' | 'createSuperManager' | 'createCollector' | 'createFieldAgent' | 'registerUser')[];
}

/** Every list of people by its path: one list, other kinds. */
const LISTS: Readonly<Record<string, ListRow>> = {
  [deskPaths.managers()]: {
    name: 'managers',
    title: 'Managers',
    kinds: ['manager', 'superManager'],
    make: ['createManager', 'createSuperManager'],
  },
  [deskPaths.collectors()]: {
    name: 'collectors',
    title: 'Collectors',
    kinds: ['collector', 'teleCaller', 'fieldAgent'],
    make: ['createCollector', 'createFieldAgent'],
  },
  [deskPaths.userList()]: { name: 'userlist', title: 'User List', kinds: [], make: [] },
  [deskPaths.userData()]: { name: 'userdata', title: 'User Data', kinds: [], wide: true, make: [] },
  [deskPaths.oldHierarchy()]: {
    name: 'old-hierarchy',
    title: 'Managers & Collectors (old)',
    kinds: ['manager', 'superManager', 'collector', 'teleCaller', 'fieldAgent'],
    make: ['registerUser'],
  },
};
const MAKES = {
  createManager: { label: 'Create manager', to: () => deskPaths.createManager() },
  createSuperManager: { label: 'Create super manager', to: () => deskPaths.createSuperManager() },
  createCollector: { label: 'Create collector', to: () => deskPaths.createCollector() },
  createFieldAgent: { label: 'Create field agent', to: () => deskPaths.createFieldAgent() },
  registerUser: { label: 'Register user', to: () => deskPaths.registerUser() },
} as const;

export default function ListPage() {
  const { pathname } = useLocation();
  const { profile } = useSignedIn();
  const row = LISTS[pathname];
  if (!row) return null;
  const makes = row.make.filter((id) => mayEnter(profile.role, routeOf(id)));
  return (
    <PeopleList
      key={pathname}
      name={row.name}
      title={t(row.title)}
      kinds={row.kinds}
      wide={row.wide ?? false}
      actions={
        makes.length > 0 &&
        makes.map((id, at) => (
          <LinkButton key={id} icon="plus" look={at === 0 ? 'primary' : 'quiet'} to={MAKES[id].to()}>
            {t(MAKES[id].label)}
          </LinkButton>
        ))
      }
    />
  );
}
