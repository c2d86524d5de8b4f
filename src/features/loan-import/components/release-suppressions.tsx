/** Chosen entries, or all that match, are released with a reason. */
import { useState } from 'react';
import type { listSuppressions } from '../../../../core/contract/suppression-list';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Field, Row, Stack, showToast, TextInput } from '../../../ui';
import { ConfirmDialog } from '../../../ui/kit';
import type { Chosen } from '../../lists';
import { useSuppressionChanges } from '../suppression-queries';

export function ReleaseSuppressions({
  chosen,
  onClose,
}: {
  chosen: Chosen<typeof listSuppressions>;
  onClose: () => void;
}) {
  const { selection, match, count, clear } = chosen;
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { release, releaseAll } = useSuppressionChanges();
  const short = reason.trim().length < 3;
  return (
    <ConfirmDialog
      title={tn(count, 'Release {n} entry?', 'Release {n} entries?')}
      confirm={t('Release')}
      busy={release.isPending || releaseAll.isPending}
      problem={failedWrite(release.error ?? releaseAll.error)}
      onClose={onClose}
      onConfirm={() => {
        setAsked(true);
        if (short) return;
        const done = (words: string) => {
          showToast(words, { tone: 'saved' });
          clear();
          onClose();
        };
        const said = reason.trim();
        if (selection.kind === 'some')
          release.mutate(
            { ids: [...selection.ids], reason: said },
            {
              onSuccess: ({ released }) => done(tn(released, '{n} entry was released', '{n} entries were released')),
            },
          );
        else
          releaseAll.mutate(
            { q: match.q, kind: match.kind, except: [...selection.except], reason: said },
            {
              onSuccess: ({ matching }) =>
                done(tn(matching, '{n} entry is being released', '{n} entries are being released')),
            },
          );
      }}
    >
      <Row>
        <Stack flex="1">
          <Field label={t('Reason')} required error={asked && short ? t('Give a reason') : undefined}>
            <TextInput autoFocus maxLength={500} value={reason} onChange={setReason} />
          </Field>
        </Stack>
      </Row>
    </ConfirmDialog>
  );
}
