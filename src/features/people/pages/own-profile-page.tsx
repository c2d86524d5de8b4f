import { useNavigate } from 'react-router-dom';
import { problemOf } from '../../../api';
import { said, t } from '../../../i18n';
import { paths } from '../../../routes';
import { Card, Heading, Row, Skeleton, Stack, showToast, Text } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState } from '../../../ui/kit';
import { useZone } from '../../session';
import { DraBadge } from '../components/dra-badge';
import { DraCertificate } from '../components/dra-certificate';
import { OwnContact } from '../components/own-contact';
import { PersonEdit } from '../components/person-edit';
import { PersonFacts } from '../components/person-panel';
import { Sessions } from '../components/sessions';
import { roleWord, savedWords } from '../people-words';
import { useOwnProfile } from '../queries';

/** /myprofile, /profile and /my-profile: the own profile, with the fields of the user's kind. */
export default function OwnProfilePage() {
  const navigate = useNavigate();
  const zone = useZone();
  const { data: person, error, refetch } = useOwnProfile();
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <DeskTitle>{t('My Profile')}</DeskTitle>
        {error && !person && <ProblemState problem={problemOf(error)} retry={refetch} />}
        {!person && !error && <Skeleton lines={5} height="3rem" />}
        {person && (
          <>
            <Card>
              <Stack gap="5">
                <Row gap="3">
                  <Heading>{person.fullName}</Heading>
                  <Text as="span" tone="muted">
                    {roleWord(person.role, person.subRole)}
                  </Text>
                  {person.draValidUntil && <DraBadge validUntil={person.draValidUntil} zone={zone} />}
                </Row>
                <PersonEdit
                  person={person}
                  own
                  onSaved={(saved) => {
                    showToast(said(savedWords(saved.kind, false)), { tone: 'saved' });
                    navigate(paths.home());
                  }}
                />
              </Stack>
            </Card>
            <OwnContact person={person} />
            <Card>
              <Sessions />
            </Card>
            <Card>
              <Stack gap="4">
                <Heading>{t('What your manager keeps')}</Heading>
                <PersonFacts person={person} options={undefined} withoutOwn />
                <DraCertificate person={person} />
                {person.managerName && (
                  <Text tone="muted">{t('You report to {name}.', { name: person.managerName })}</Text>
                )}
              </Stack>
            </Card>
          </>
        )}
      </Stack>
    </DeskPage>
  );
}
