/** Who saved which version of the rules, and an earlier one as the draft of the next. */
import { useState } from 'react';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Button, Row, Skeleton, Stack, Text } from '../../../ui';
import { Modal } from '../../../ui/kit';
import { useZone } from '../../session';
import type { KeptRule, KeptSet, RuleSetHooks } from '../rule-set';

interface Props<R extends KeptRule> {
  hooks: Pick<RuleSetHooks<R, KeptSet<R>>, 'useVersions' | 'useEarlier'>;
  onChoose: (rules: R[]) => void;
}

function List<R extends KeptRule>({ hooks, onClose, onChoose }: Props<R> & { onClose: () => void }) {
  const zone = useZone();
  const versions = hooks.useVersions();
  const earlier = hooks.useEarlier();
  return (
    <Modal title={t('Earlier versions')} onClose={onClose} problem={failedWrite(earlier.error)}>
      <Stack gap="3">
        {!versions.data && <Skeleton lines={3} />}
        {versions.data?.length === 0 && <Text tone="muted">{t('Nothing was saved yet.')}</Text>}
        {versions.data?.map(({ version, rules, savedBy, savedAt }) => (
          <Row key={version} apart gap="3">
            <Text>
              {t('Version {version}: {rules}, {name}, {time}', {
                version,
                rules: tn(rules, '{n} rule', '{n} rules'),
                name: savedBy ?? t('somebody'),
                time: formatDateTime(savedAt, zone),
              })}
            </Text>
            <Button
              small
              busy={earlier.isPending && earlier.variables === version}
              onClick={() =>
                earlier.mutate(version, {
                  onSuccess: (found) => {
                    onChoose(found);
                    onClose();
                  },
                })
              }
            >
              {t('Start from it')}
            </Button>
          </Row>
        ))}
      </Stack>
    </Modal>
  );
}

export function Versions<R extends KeptRule>({ hooks, onChoose }: Props<R>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Earlier versions')}</Button>
      {open && <List hooks={hooks} onClose={() => setOpen(false)} onChoose={onChoose} />}
    </>
  );
}
