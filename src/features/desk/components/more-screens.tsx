import { t } from '../../../i18n';
import { homeLinksFor } from '../../../routes';
import { Card, Heading, LinkButton, Row, Stack } from '../../../ui';
import { useSignedIn } from '../../session';

/** Screens that the user may enter and whose menu entries section 6 gives to others. */
export function MoreScreens() {
  const { profile } = useSignedIn();
  const screens = homeLinksFor(profile);
  if (screens.length === 0) return null;
  return (
    <Card>
      <Stack as="nav" aria-label={t('More screens')} gap="2">
        <Heading>{t('More screens')}</Heading>
        <Row gap="2">
          {screens.map(({ path, title }) => (
            <LinkButton key={path} to={path} fontWeight="medium">
              {t(title)}
            </LinkButton>
          ))}
        </Row>
      </Stack>
    </Card>
  );
}
