import { useState } from 'react';
import type { DispositionClass, DispositionCode } from '../../../../../core/domain/dispositions';
import { said, t } from '../../../../i18n';
import { Button, chakra, Heading, Icon, type IconName, Stack, Text, TextInput } from '../../../../ui';
import { groupOutcomes } from '../../visit/outcomes';

const ICONS: Partial<Record<DispositionClass, IconName>> = {
  NOT_MET: 'lock',
  COLLECTED: 'rupee',
  PTP: 'promise',
  PAID: 'check',
  REFUSE: 'close',
  INABILITY: 'info',
  THIRD_PARTY: 'me',
  TRACE: 'search',
  DISPUTE: 'alert',
  SETTLE: 'edit',
  SENSITIVE: 'info',
  SAFETY: 'alert',
  ASSET: 'home',
};
export const outcomeIcon = (name: DispositionClass): IconName => ICONS[name] ?? 'edit';

const Grid = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))', gap: '2' },
});
const Choice = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '3.75rem',
    paddingInline: '3',
    paddingBlock: '2',
    textAlign: 'start',
    lineHeight: 1.2,
    fontWeight: 'medium',
    borderRadius: 'small',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'control',
    background: 'surface',
    '& svg': { color: 'accent-ink' },
    _active: { background: 'accent-soft' },
    _pressed: {
      background: 'accent',
      borderColor: 'accent',
      color: 'on-accent',
      fontWeight: 'bold',
      '& svg': { color: 'inherit' },
    },
  },
});

/** With more codes than this on the screen, a search field saves scrolling. */
const SEARCH_FROM = 12;

/** Which outcome: big choices by class, what this agent uses most on top. */
export function OutcomePicker({
  codes,
  used,
  chosen,
  onChoose,
  onKeep,
}: {
  codes: readonly DispositionCode[];
  /** Codes of the agent's earlier records. */
  used: readonly string[];
  chosen: string;
  onChoose: (code: DispositionCode) => void;
  /** Goes back without a change; only while something is chosen. */
  onKeep?: () => void;
}) {
  const [search, setSearch] = useState('');
  const groups = groupOutcomes(codes, used, search);
  const all = groupOutcomes(codes).flatMap((group) => group.codes);
  return (
    <Stack gap="5">
      <Stack gap="2">
        <Heading>{t('What happened?')}</Heading>
        {all.length > SEARCH_FROM && (
          <TextInput
            role="searchbox"
            value={search}
            onChange={setSearch}
            before={<Icon name="search" />}
            aria-label={t('Search outcomes')}
            placeholder={t('Search outcomes')}
            autoComplete="off"
          />
        )}
      </Stack>
      {groups.map((group) => (
        <Stack key={group.key} gap="2" role="group" aria-label={group.label}>
          <Heading as="h3" size="small">
            {group.label}
          </Heading>
          <Grid>
            {group.codes.map((code) => (
              <Choice key={code.code} type="button" aria-pressed={code.code === chosen} onClick={() => onChoose(code)}>
                <Icon name={outcomeIcon(code.class)} />
                {said(code.label)}
              </Choice>
            ))}
          </Grid>
        </Stack>
      ))}
      {groups.length === 0 && (
        <Text tone="muted" role="status">
          {t('No outcome is called “{search}”.', { search: search.trim() })}{' '}
          <Button look="plain" onClick={() => setSearch('')}>
            {t('Show all')}
          </Button>
        </Text>
      )}
      {onKeep && (
        <Button icon="back" onClick={onKeep}>
          {t('Keep the outcome')}
        </Button>
      )}
    </Stack>
  );
}
