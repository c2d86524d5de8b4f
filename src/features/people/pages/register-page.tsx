import { useNavigate, useSearchParams } from 'react-router-dom';
import { KIND_WORDS, kindOf, PROFILE_KINDS } from '../../../../core/domain/people';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Box, ChipChoice, Field, Select, Skeleton, Stack } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState } from '../../../ui/kit';
import { BulkPeople } from '../components/bulk-people';
import { PersonCreate } from '../components/person-create';
import { useOptions } from '../queries';

/** /register/user: one form whose fields follow the kind of user, and many users from a file. */
export default function RegisterPage() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const options = useOptions();
  const bulk = search.get('from') === 'file';
  const kinds = PROFILE_KINDS.filter((kind) => options.data?.roles.some((role) => kindOf(role) === kind));
  const kind = kinds.find((one) => one === search.get('kind')) ?? kinds.find((one) => one === 'fieldAgent') ?? kinds[0];
  const put = (name: string, value: string) =>
    setSearch(
      (held) => {
        const next = new URLSearchParams(held);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <DeskTitle>{t('Register User')}</DeskTitle>
        <ChipChoice
          label={t('How many')}
          value={bulk ? 'file' : 'one'}
          onChange={(next) => put('from', next)}
          options={[
            { value: 'one', label: t('One user') },
            { value: 'file', label: t('From a CSV file') },
          ]}
        />
        {bulk && <BulkPeople />}
        {!bulk && options.error && !options.data && (
          <ProblemState problem={problemOf(options.error)} retry={options.refetch} />
        )}
        {!bulk && options.isPending && <Skeleton lines={5} height="3rem" />}
        {!bulk && options.data && kind && (
          <>
            <Box maxWidth="20rem">
              <Field label={t('Kind of user')} required>
                <Select
                  value={kind}
                  onChange={(next) => put('kind', next)}
                  options={kinds.map((one) => ({ value: one, label: t(KIND_WORDS[one].one) }))}
                />
              </Field>
            </Box>
            <PersonCreate
              key={kind}
              kind={kind}
              options={options.data}
              onDone={(user) => navigate(deskPaths.hierarchy({ user }))}
            />
          </>
        )}
      </Stack>
    </DeskPage>
  );
}
