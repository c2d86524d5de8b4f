import { useState } from 'react';
import { said, t } from '../../../i18n';
import { paths } from '../../../routes';
import { Banner, Box, Button, Heading, LinkButton, Mark, PageBody, Stack, Text } from '../../../ui';
import { useSignIn } from '../../session';

const NO_NETWORK = 'The server cannot be reached. Try again when you have a network.';

/** Opened by the link of a mail: confirms a new e-mail address, or takes a change back. Nothing happens before a press. */
export function ContactLink({ token }: { token: string }) {
  const { vault } = useSignIn();
  const undo = token.startsWith('cu_');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<'email' | 'mobile'>();
  const [problem, setProblem] = useState<string>();

  async function settle() {
    setBusy(true);
    setProblem(undefined);
    try {
      const word = await (await vault()).settleContact(token);
      if (word.kind === 'done') setDone(word.data.data.kind);
      else setProblem(word.kind === 'unreachable' ? t(NO_NETWORK) : said(word.message));
    } catch {
      setProblem(t(NO_NETWORK));
    }
    setBusy(false);
  }

  const undone =
    done === 'email'
      ? t('Your old e-mail address is back. Every device was signed out; a mail brings you a link for a new password.')
      : t(
          'Your old mobile number is back. Every device was signed out. If somebody knows your password, choose a new one.',
        );
  return (
    <PageBody maxWidth="phone" gap="6" paddingTop="max(2.5rem, 7dvh)" paddingBottom="10">
      <Stack gap="3">
        <Box>
          <Mark size="2.75rem" />
        </Box>
        <Heading as="h1" size="display">
          {undo ? t('Take the change back') : t('Confirm your e-mail address')}
        </Heading>
      </Stack>
      {done ? (
        <Banner
          tone="paid"
          title={undo ? undone : t('From now on you sign in with this address, and mails go there.')}
        />
      ) : (
        <Stack gap="4">
          <Text>
            {undo
              ? t('The e-mail address or mobile number from before is put back, and every device is signed out.')
              : t('Press only if you asked for this change yourself.')}
          </Text>
          {problem && <Banner tone="danger" title={problem} />}
          <Button look="primary" wide busy={busy} onClick={settle}>
            {undo ? t('Put the old one back') : t('Confirm this address')}
          </Button>
        </Stack>
      )}
      <LinkButton look="plain" to={paths.login()} alignSelf="flex-start" icon="back" marginX="-2">
        {t('Back to sign-in')}
      </LinkButton>
    </PageBody>
  );
}
