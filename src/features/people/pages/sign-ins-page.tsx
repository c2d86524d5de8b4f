import { t } from '../../../i18n';
import { Card, Stack } from '../../../ui';
import { DeskPage, DeskTitle } from '../../../ui/kit';
import { Sessions } from '../components/sessions';

/** /sign-ins: where the user is signed in, for every role. */
export default function SignInsPage() {
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <DeskTitle>{t('Where I am signed in')}</DeskTitle>
        <Card>
          <Sessions />
        </Card>
      </Stack>
    </DeskPage>
  );
}
