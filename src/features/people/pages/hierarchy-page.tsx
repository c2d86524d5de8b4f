import { useDeferredValue, useState } from 'react';
import type { TreeNode } from '../../../../core/contract/people';
import { problemOf, screenWords } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Banner, Box, Button, Card, EmptyState, Icon, LinkButton, Row, Skeleton, Stack, TextInput } from '../../../ui';
import { DeskPage, DeskTitle, ProblemNote, ProblemState, useListAddress } from '../../../ui/kit';
import { useSignedIn } from '../../session';
import { MoveDialog } from '../components/move-dialog';
import { PeopleTree } from '../components/people-tree';
import { PersonPanel } from '../components/person-panel';
import { useTree } from '../queries';

/** /managers-collectors: who stands under whom. A parent sees everybody below. */
export default function HierarchyPage() {
  const { profile } = useSignedIn();
  const [search, setSearch] = useListAddress();
  const [moving, setMoving] = useState<TreeNode>();
  const [inactive, setInactive] = useState(false);
  const typed = search.get('q') ?? '';
  const q = useDeferredValue(typed.trim().slice(0, 80));
  const open = search.get('user') ?? '';
  const tree = useTree({ q, inactive });
  const put = (name: string, value: string | undefined) =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const words = tree.error && screenWords(tree.error);
  return (
    <DeskPage beside={open !== ''}>
      <Stack gap="3" minWidth="0">
        <Row apart>
          <DeskTitle>{t('Roles & Hierarchy')}</DeskTitle>
          {mayEnter(profile.role, routeOf('managers')) && (
            <Row>
              <LinkButton to={deskPaths.managers()}>{t('Managers')}</LinkButton>
              <LinkButton to={deskPaths.collectors()}>{t('Collectors')}</LinkButton>
              <LinkButton to={deskPaths.userList()}>{t('User List')}</LinkButton>
            </Row>
          )}
          {mayEnter(profile.role, routeOf('registerUser')) && (
            <Row>
              <LinkButton icon="share" to={deskPaths.registerUser({ from: 'file' })}>
                {t('From a CSV file')}
              </LinkButton>
              <LinkButton look="primary" icon="plus" to={deskPaths.registerUser()}>
                {t('Register user')}
              </LinkButton>
            </Row>
          )}
        </Row>
        <Row gap="3">
          <Box flex="1 1 14rem" maxWidth="24rem">
            <TextInput
              type="search"
              aria-label={t('Search people')}
              placeholder={t('Name or user name')}
              before={<Icon name="search" />}
              value={typed}
              maxLength={80}
              onChange={(value) => put('q', value)}
            />
          </Box>
          <Button aria-pressed={inactive} look={inactive ? 'soft' : 'quiet'} onClick={() => setInactive(!inactive)}>
            {t('Show those not active')}
          </Button>
        </Row>
        {tree.data && <ProblemNote problem={problemOf(tree.error)} />}
        <Card flush>
          {words && !tree.data && <ProblemState problem={problemOf(tree.error)} retry={tree.refetch} />}
          {!tree.data && !words && (
            <Box padding="4">
              <Skeleton lines={6} />
            </Box>
          )}
          {tree.data?.nodes.length === 0 &&
            (q ? (
              <EmptyState
                icon="search"
                title={t('Nobody is called “{q}”', { q })}
                action={<Button onClick={() => put('q', undefined)}>{t('Show everybody')}</Button>}
              />
            ) : (
              <EmptyState icon="me" title={t('Nobody yet')}>
                {t('Users appear here once they are created.')}
              </EmptyState>
            ))}
          {tree.data && tree.data.nodes.length > 0 && (
            <PeopleTree
              key={q}
              nodes={tree.data.nodes}
              found={q ? tree.data.found : []}
              inactive={inactive}
              openId={open}
              onOpen={(id) => put('user', id)}
              onMove={setMoving}
            />
          )}
          {tree.data?.more && <Banner title={t('There are more than 500; search for a name.')} />}
        </Card>
      </Stack>
      {open && <PersonPanel key={open} id={open} onClose={() => put('user', undefined)} />}
      {moving && <MoveDialog node={moving} onClose={() => setMoving(undefined)} />}
    </DeskPage>
  );
}
