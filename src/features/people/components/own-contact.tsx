import { type FormEvent, useState } from 'react';
import type { Person } from '../../../../core/contract/people';
import type { ContactChange } from '../../../../core/contract/people-contact';
import { failedWrite, fieldWords } from '../../../api';
import { t } from '../../../i18n';
import {
  Banner,
  Button,
  Card,
  DateText,
  Field,
  Heading,
  NumberInput,
  Row,
  Stack,
  showToast,
  Text,
  TextInput,
} from '../../../ui';
import { ProblemNote } from '../../../ui/kit';
import { useZone } from '../../session';
import { type ContactKind, useChangeContact, useConfirmMobile, useContactChanges } from '../contact-queries';
import { problemWord } from '../people-words';

const errorOf = (message: string | undefined) => (message === undefined ? undefined : problemWord(message));

/** The own e-mail address and mobile: each is changed with the password and counts once it is confirmed. */
export function OwnContact({ person }: { person: Person }) {
  const { data: waiting } = useContactChanges();
  const [editing, setEditing] = useState<ContactKind>();
  return (
    <Card>
      <Stack gap="4">
        <Heading>{t('E-mail and mobile')}</Heading>
        {(['email', 'mobile'] as const).map((kind) => (
          <Stack key={kind} gap="2">
            <Row gap="3">
              <Stack gap="0">
                <Text size="small" tone="muted">
                  {kind === 'email' ? t('Email') : t('Mobile')}
                </Text>
                <Text>{person[kind] ?? t('Not set')}</Text>
              </Stack>
              <Button small onClick={() => setEditing(editing === kind ? undefined : kind)}>
                {kind === 'email' ? t('Change e-mail') : t('Change mobile')}
              </Button>
            </Row>
            {editing === kind && <ChangeForm kind={kind} onDone={() => setEditing(undefined)} />}
            {editing !== kind &&
              waiting
                ?.filter((change) => change.kind === kind)
                .map((change) => <Waiting key={change.id} change={change} />)}
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

function ChangeForm({ kind, onDone }: { kind: ContactKind; onDone: () => void }) {
  const [value, setValue] = useState('');
  const [password, setPassword] = useState('');
  const change = useChangeContact();
  const refused = fieldWords(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ kind, value: value.trim(), password }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="3">
        {change.error && !refused.value && !refused.password && (
          <ProblemNote tone="danger" problem={failedWrite(change.error)} />
        )}
        <Field
          label={kind === 'email' ? t('New e-mail address') : t('New mobile')}
          required
          error={errorOf(refused.value)}
          hint={
            kind === 'email'
              ? t('A link is sent there; the old address is told.')
              : t('A code is sent there; the old number is told.')
          }
        >
          {kind === 'email' ? (
            <TextInput type="email" autoCapitalize="none" spellCheck={false} value={value} onChange={setValue} />
          ) : (
            <NumberInput value={value} onChange={setValue} maxLength={10} inputMode="tel" />
          )}
        </Field>
        <Field label={t('Your password')} required error={errorOf(refused.password)}>
          <TextInput type="password" autoComplete="current-password" value={password} onChange={setPassword} />
        </Field>
        <Row>
          <Button type="submit" look="primary" busy={change.isPending}>
            {kind === 'email' ? t('Send the link') : t('Send the code')}
          </Button>
          <Button onClick={onDone}>{t('Cancel')}</Button>
        </Row>
      </Stack>
    </form>
  );
}

function Waiting({ change }: { change: ContactChange }) {
  const zone = useZone();
  const [code, setCode] = useState('');
  const confirm = useConfirmMobile();
  const refused = fieldWords(confirm.error);
  if (change.kind === 'email')
    return (
      <Banner tone="info" title={t('Look into your mail at {address}', { address: change.value })}>
        {t('The address counts once you have opened the link there.')} <DateText value={change.expiresAt} zone={zone} />
      </Banner>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(
      { id: change.id, code },
      { onSuccess: () => showToast(t('Your new mobile is confirmed'), { tone: 'saved' }) },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="3">
        {confirm.error && !refused.code && <ProblemNote tone="danger" problem={failedWrite(confirm.error)} />}
        <Field label={t('Code sent to {mobile}', { mobile: change.value })} required error={errorOf(refused.code)}>
          <NumberInput value={code} onChange={setCode} maxLength={6} />
        </Field>
        <Row>
          <Button type="submit" look="primary" busy={confirm.isPending}>
            {t('Confirm the code')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
