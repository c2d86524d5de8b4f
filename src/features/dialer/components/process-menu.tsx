/** Which of their processes an agent works: its numbers are the next that the dialer calls for them. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseProcess, ownProcesses } from '../../../../core/contract/dialer';
import { OWN_WORDS, screenWords, useApi } from '../../../api';
import { t } from '../../../i18n';
import { Button, Icon, showToast, Text } from '../../../ui';
import { MenuButton } from '../../../ui/kit';
import { MenuOption } from './menu-option';

const KEY = ['own-processes'];
/** A manager starts and pauses them meanwhile. */
const FRESH_MS = 60_000;

/** `inCall`: the call names its own process, so that of an agent with one alone is not said twice. */
export function ProcessMenu({ inCall }: { inCall: boolean }) {
  const api = useApi();
  const client = useQueryClient();
  const own = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.call(ownProcesses, { signal })).data.processes,
    refetchInterval: FRESH_MS,
  });
  const choose = useMutation({
    meta: OWN_WORDS,
    mutationFn: (processId: string) => api.call(chooseProcess, { body: { processId } }),
    onError: (error) => showToast(screenWords(error).title, { tone: 'problem' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: ['agent-status'] }),
      ]),
  });
  const worked = own.data?.find((one) => one.worked);
  // Of none, the dialer calls the agent's own loans.
  if (!worked) return null;
  const name = worked.state === 'paused' ? `${worked.name} · ${t('Paused')}` : worked.name;
  if (own.data?.length === 1) {
    return inCall ? null : (
      <Text as="span" tone="muted">
        {t('Process')}: {name}
      </Text>
    );
  }
  return (
    <MenuButton
      label={t('Process')}
      align="start"
      trigger={({ ref, ...props }) => (
        <Button small busy={choose.isPending} {...props} ref={ref}>
          <span>
            {t('Process')}: {name}
          </span>
          <Icon name="down" size="1rem" />
        </Button>
      )}
    >
      {(close) => (
        <div role="radiogroup" aria-label={t('Process')}>
          {own.data?.map((one) => (
            <MenuOption
              key={one.id}
              type="button"
              role="radio"
              aria-checked={one.worked}
              onClick={() => {
                if (!one.worked) choose.mutate(one.id);
                close();
              }}
            >
              <span>
                {one.name}
                {one.state === 'paused' && ` · ${t('Paused')}`}
              </span>
            </MenuOption>
          ))}
        </div>
      )}
    </MenuButton>
  );
}
