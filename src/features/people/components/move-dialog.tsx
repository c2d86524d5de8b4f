import { useState } from 'react';
import type { TreeNode } from '../../../../core/contract/people';
import { ApiError, fieldWords, screenWords } from '../../../api';
import { said, t, tn } from '../../../i18n';
import { Banner, Stack, showToast, Text } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';
import { problemWord } from '../people-words';
import { useMove } from '../queries';
import { ParentPicker, type Superior } from './parent-picker';

/** Puts somebody with all below under another manager, and offers to take it back. */
export function MoveDialog({
  node,
  onClose,
}: {
  node: Pick<TreeNode, 'id' | 'fullName' | 'role' | 'subRole' | 'managerId' | 'below'>;
  onClose: () => void;
}) {
  const [to, setTo] = useState<Superior>();
  const [missing, setMissing] = useState(false);
  const move = useMove();

  const putBack = () => {
    if (node.managerId === null || !to) return;
    // The dialog is gone by then, and with it what `mutate` would tell.
    move.mutateAsync({ id: node.id, managerId: node.managerId, from: to.id }).then(
      () => showToast(t('{name} is back', { name: node.fullName }), { tone: 'saved' }),
      (error: unknown) => showToast(said(screenWords(error).title), { tone: 'problem' }),
    );
  };
  const go = () => {
    if (!to) return setMissing(true);
    move.mutate(
      { id: node.id, managerId: to.id, from: node.managerId },
      {
        onSuccess: () => {
          showToast(t('{name} now reports to {manager}', { name: node.fullName, manager: to.fullName }), {
            tone: 'saved',
            ms: 15_000,
            ...(node.managerId !== null && { action: { label: t('Undo'), onClick: putBack } }),
          });
          onClose();
        },
      },
    );
  };
  const field = fieldWords(move.error).managerId;
  return (
    <ConfirmDialog
      title={t('Move {name}', { name: node.fullName })}
      confirm={t('Move')}
      busy={move.isPending}
      onConfirm={go}
      onClose={onClose}
    >
      <Stack gap="3">
        {node.below > 0 && (
          <Text>{tn(node.below, '{n} person below moves along.', '{n} people below move along.')}</Text>
        )}
        <ParentPicker
          role={node.role}
          subRole={node.subRole ?? ''}
          value={to}
          except={node.id}
          label={t('New manager')}
          error={field ? problemWord(field) : missing && !to ? t('Choose who stands above') : undefined}
          onChange={setTo}
        />
        <Text size="small" tone="muted">
          {t('Who stands above sees everybody below: their loans, records and phones.')}
        </Text>
        {move.error && !field && (
          <Banner
            tone="danger"
            title={
              move.error instanceof ApiError && move.error.detail.code === 'conflict'
                ? said(move.error.message)
                : said(screenWords(move.error).title)
            }
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
