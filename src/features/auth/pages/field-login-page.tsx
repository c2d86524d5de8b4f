import { useState } from 'react';
import { Heading, Mark, PageBody, Row, Stack, Text, useArea } from '../../../ui';
import { DemoNotice } from '../components/demo-notice';
import { KnownUsers } from '../components/known-users';
import { LoginForm } from '../components/login-form';

/** /field-agent/login and /clientlogin: one thumb, one column. */
export default function FieldLoginPage() {
  useArea('field');
  const [typed, setTyped] = useState({ login: '', password: '' });
  return (
    <PageBody maxWidth="phone" gap="6" paddingTop="max(2.5rem, 7dvh)" paddingBottom="10">
      <Stack gap="3">
        <Row gap="3">
          <Mark size="2.75rem" />
          <Heading as="h1" size="display">
            Recoup
          </Heading>
        </Row>
        <Text tone="muted">Your visits for today, with or without a network.</Text>
      </Stack>
      <LoginForm typed={typed} onTyped={setTyped} />
      <KnownUsers onPick={(login) => setTyped({ login, password: '' })} />
      <DemoNotice typed={typed} onPick={setTyped} field />
    </PageBody>
  );
}
