import { useState } from 'react';
import type { TreeNode } from '../../../../core/contract/people';
import { problemOf } from '../../../api';
import { t, tn } from '../../../i18n';
import { Badge, Button, chakra, Icon, IconButton, Skeleton, Text } from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { roleWord } from '../people-words';
import { useTree } from '../queries';

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    '& ul': { marginInlineStart: { base: '3', md: '6' }, borderInlineStart: '1px solid var(--c-line)' },
  },
});
const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '2.75rem',
    paddingInline: '2',
    borderBottom: '1px solid var(--c-line)',
    _hover: { background: 'canvas' },
    '&[data-open]': { background: 'accent-soft' },
  },
});
const Name = chakra('button', {
  base: {
    flex: '1',
    minWidth: 0,
    textAlign: 'start',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '2',
    alignItems: 'baseline',
    paddingBlock: '1.5',
    borderRadius: 'small',
    '& mark': { background: 'promise-soft', color: 'inherit' },
  },
});
const Turn = chakra('span', {
  base: {
    display: 'inline-flex',
    transition: 'transform var(--quick)',
    '&[data-down]': { transform: 'rotate(90deg)' },
  },
});

interface Acts {
  inactive: boolean;
  openId: string;
  onOpen: (id: string) => void;
  onMove: (node: TreeNode) => void;
}

/** One person with those below, loaded when they are unfolded; after a search they are at hand. */
function Branch({
  node,
  known,
  found,
  alone = false,
  ...acts
}: {
  node: TreeNode;
  /** The only one of its parent with somebody below: nothing to choose from, so it is unfolded. */
  alone?: boolean;
  known?: ReadonlyMap<string, TreeNode[]>;
  found?: ReadonlySet<string>;
} & Acts) {
  const held = known?.get(node.id);
  const [open, setOpen] = useState(held !== undefined || alone);
  return (
    <li>
      <Line data-open={acts.openId === node.id || undefined}>
        {node.children > 0 ? (
          <IconButton
            icon="next"
            label={open ? t('Fold {name}', { name: node.fullName }) : t('Unfold {name}', { name: node.fullName })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            css={{ '& svg': { transition: 'transform var(--quick)', transform: open ? 'rotate(90deg)' : 'none' } }}
          />
        ) : (
          <Turn css={{ width: '2.75rem', justifyContent: 'center', color: 'muted' }}>
            <Icon name="me" />
          </Turn>
        )}
        <Name
          type="button"
          onClick={() => acts.onOpen(node.id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' && node.children > 0) setOpen(true);
            if (event.key === 'ArrowLeft') setOpen(false);
          }}
        >
          <Text as="span" strong={found?.has(node.id) ?? false} fontWeight="medium">
            {found?.has(node.id) ? <mark>{node.fullName}</mark> : node.fullName}
          </Text>
          <Text as="span" size="small" tone="muted">
            {roleWord(node.role, node.subRole)}
            {node.agencyName ? ` · ${node.agencyName}` : ''}
          </Text>
          {!node.active && <Badge>{t('Not active')}</Badge>}
        </Name>
        {node.below > 0 && (
          <Text as="span" size="small" tone="muted" whiteSpace="nowrap">
            {tn(node.below, '{n} below', '{n} below')}
          </Text>
        )}
        {node.mayMove && node.active && (
          <Button small onClick={() => acts.onMove(node)} aria-label={t('Move {name}', { name: node.fullName })}>
            {t('Move')}
          </Button>
        )}
      </Line>
      {open && node.children > 0 && (
        <Below under={node.id} held={held} {...(known && { known })} {...(found && { found })} {...acts} />
      )}
    </li>
  );
}

function Below({
  under,
  held,
  known,
  found,
  ...acts
}: {
  under: string;
  held: TreeNode[] | undefined;
  known?: ReadonlyMap<string, TreeNode[]>;
  found?: ReadonlySet<string>;
} & Acts) {
  const loaded = useTree({ under, inactive: acts.inactive }, held === undefined);
  const nodes = held ?? loaded.data?.nodes;
  if (loaded.error && !nodes) return <ProblemNote tone="danger" problem={problemOf(loaded.error)} />;
  if (!nodes) return <Skeleton lines={2} />;
  return (
    <ul>
      {nodes.map((node) => (
        <Branch
          key={node.id}
          node={node}
          alone={node.children > 0 && nodes.filter(({ children }) => children > 0).length === 1}
          {...(known && { known })}
          {...(found && { found })}
          {...acts}
        />
      ))}
    </ul>
  );
}

/** `nodes` are the tops; of a search also everybody above those found. */
export function PeopleTree({ nodes, found, ...acts }: { nodes: readonly TreeNode[]; found: readonly string[] } & Acts) {
  const searched = found.length > 0;
  const ids = new Set(nodes.map(({ id }) => id));
  const below = new Map<string, TreeNode[]>();
  if (searched)
    for (const node of nodes)
      if (node.managerId && ids.has(node.managerId))
        below.set(node.managerId, [...(below.get(node.managerId) ?? []), node]);
  const tops = searched ? nodes.filter(({ managerId }) => !managerId || !ids.has(managerId)) : nodes;
  return (
    <List aria-label={t('Roles & Hierarchy')}>
      {tops.map((node) => (
        <Branch
          key={`${node.id}${searched}`}
          node={node}
          alone={tops.length === 1}
          {...(searched && { known: below, found: new Set(found) })}
          {...acts}
        />
      ))}
    </List>
  );
}
