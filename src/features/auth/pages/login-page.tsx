import { lazy, Suspense, useState } from 'react';
import { t } from '../../../i18n';
import { paths } from '../../../routes';
import {
  Box,
  chakra,
  Heading,
  Icon,
  type IconName,
  LanguageLinks,
  LinkButton,
  Mark,
  Row,
  Stack,
  Text,
  useArea,
} from '../../../ui';
import { useSignIn } from '../../session';
import { keepTyped, LoginForm, typedBefore } from '../components/login-form';

/** Real installations have none. */
const DemoNotice = lazy(() => import('../components/demo-notice'));

const Split = chakra('main', {
  base: { display: 'grid', minHeight: '100dvh', gridTemplateColumns: { base: '1fr', lg: '5fr 7fr' } },
});
const Panel = chakra('aside', {
  base: {
    display: { base: 'none', lg: 'flex' },
    flexDirection: 'column',
    justifyContent: 'space-between',
    // What is beside it may be longer than the screen.
    position: 'sticky',
    top: '0',
    height: '100dvh',
    padding: '12',
    background: '#0d3b4e',
    color: '#e6f0f3',
  },
});
const Side = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '6',
    width: 'full',
    maxWidth: '26rem',
    marginInline: 'auto',
    padding: { base: '6', lg: '10' },
  },
});

const promises: [icon: IconName, words: string][] = [
  ['check', 'What says “Saved” reaches the server exactly once.'],
  ['offline', 'A day in the field needs no network.'],
  ['clock', 'Calls and visits stay inside lawful hours.'],
];

/** /login and /dev: the desk's way in. */
export default function LoginPage() {
  useArea('desk');
  const { demo } = useSignIn();
  const [typed, setTyped] = useState(typedBefore);
  return (
    <Split>
      <Panel>
        <Row gap="3">
          <Mark size="2.25rem" />
          <Text as="span" fontSize="title" strong>
            Recoup
          </Text>
        </Row>
        <Stack gap="8">
          <Text fontSize="2.125rem" lineHeight={1.2} letterSpacing="-0.02em" strong maxWidth="18ch">
            {t('Every call, visit and rupee, in one exact ledger.')}
          </Text>
          <Stack gap="3">
            {promises.map(([icon, words]) => (
              <Row key={words} gap="3" color="#b5d3dc" tight>
                <Icon name={icon} />
                {t(words)}
              </Row>
            ))}
          </Stack>
        </Stack>
        <Text size="small" color="#b5d3dc">
          {t('Debt collection for lenders and their agencies')}
        </Text>
      </Panel>
      <Side>
        <Stack gap="2">
          <Box display={{ base: 'block', lg: 'none' }} marginBottom="2">
            <Mark size="2.5rem" />
          </Box>
          <Heading as="h1" size="display">
            {t('Log in')}
          </Heading>
          <Text tone="muted">{t('Telecallers, managers, clients and administrators.')}</Text>
        </Stack>
        <LoginForm typed={typed} onTyped={setTyped} />
        <Stack gap="1">
          <LinkButton look="plain" to={paths.resetPassword()} alignSelf="flex-start" marginX="-2">
            {t('Forgot your password?')}
          </LinkButton>
          <LinkButton look="plain" to={paths.fieldLogin()} alignSelf="flex-start" icon="pin" marginX="-2">
            {t('I visit borrowers: field sign-in')}
          </LinkButton>
          <LanguageLinks before={() => keepTyped(typed)} />
        </Stack>
        {demo.length > 0 && (
          <Suspense>
            <DemoNotice typed={typed} onPick={setTyped} />
          </Suspense>
        )}
      </Side>
    </Split>
  );
}
