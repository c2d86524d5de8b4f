/** What another share of one step would bring, with the later steps as they are. */
import { useState } from 'react';
import {
  BRANCHES,
  type Branch,
  type DupontSum,
  type DupontSums,
  factorsOf,
  whatIf,
} from '../../../../core/domain/dupont';
import { formatRupees } from '../../../../core/domain/money';
import { t } from '../../../i18n';
import { Box, Field, NumberInput, Row, Select, Text } from '../../../ui';
import { countWords, factorWords } from '../dupont-words';

export function WhatIf({ branch, sums }: { branch: Branch; sums: DupontSums }) {
  const [name, setName] = useState<DupontSum | ''>('');
  const [typed, setTyped] = useState('');
  const movable = factorsOf(branch, sums).flatMap(({ name: factor, value }, at) =>
    at > 0 && factor !== 'ticket' && value !== null ? [{ name: factor, value }] : [],
  );
  const choose = (chosen: DupontSum) => {
    setName(chosen);
    setTyped(`${Math.round((movable.find((one) => one.name === chosen)?.value ?? 0) * 100)}`);
  };
  const told = name && typed !== '' ? whatIf(branch, sums, name, Number(typed) / 100) : undefined;
  if (movable.length === 0 || sums[BRANCHES[branch].paise] === 0)
    return (
      <Text size="small" tone="muted" padding="4">
        {t('Once something was paid here, you can try what another share would bring.')}
      </Text>
    );
  return (
    <Box padding="4">
      <Row gap="3" alignItems="end" flexWrap="wrap">
        <Field label={t('What if')}>
          <Select
            value={name}
            onChange={choose}
            placeholder={t('Choose a step')}
            options={movable.map((one) => ({ value: one.name, label: factorWords(one.name) }))}
          />
        </Field>
        {name && (
          <Field label={t('were, in %')}>
            <NumberInput
              value={typed}
              onChange={(value) => setTyped(value === '' ? '' : `${Math.min(100, Number(value))}`)}
            />
          </Field>
        )}
      </Row>
      <Text aria-live="polite" paddingTop="2">
        {told &&
          t('{amount} instead of {now}: {change}, from {accounts} accounts ({more}).', {
            amount: formatRupees(told.paise),
            now: formatRupees(sums[BRANCHES[branch].paise]),
            change: signed(told.change, formatRupees),
            accounts: countWords(told.accounts),
            more: signed(Math.round(told.moreAccounts), countWords),
          })}
      </Text>
    </Box>
  );
}

const signed = (value: number, words: (value: number) => string) => `${value < 0 ? '−' : '+'}${words(Math.abs(value))}`;
