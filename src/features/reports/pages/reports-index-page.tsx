/** /reports: every report that the user may see, what it answers, and their favourites first. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tenantReports } from '../../../../core/contract/tenants';
import { REPORT_ANSWERS } from '../../../../core/domain/report-answers';
import { parseRole } from '../../../../core/domain/roles';
import { problemOf, useApi } from '../../../api';
import { said, t } from '../../../i18n';
import { Badge, Button, Card, EmptyState, Field, LinkButton, Row, Skeleton, Stack, Text, TextInput } from '../../../ui';
import { DeskPage, DeskTitle, ProblemState, useKept } from '../../../ui/kit';
import { useSignedIn } from '../../session';

function useCatalogue() {
  const api = useApi();
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  return useQuery({
    queryKey: ['reports', 'catalogue', profile.tenant.id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(tenantReports, { params: { tenantId: profile.tenant.id }, signal });
      return data.filter(({ roles }) => role !== undefined && roles.includes(role));
    },
    staleTime: 5 * 60_000,
  });
}

export default function ReportsIndexPage() {
  const { data, error, refetch } = useCatalogue();
  const [typed, setTyped] = useState('');
  const [favourites, keep] = useKept<string[]>('reports.favourites', []);
  const wanted = typed.trim().toLowerCase();
  const answerOf = (path: string) => {
    const answer = REPORT_ANSWERS[path];
    return answer === undefined ? '' : t(answer);
  };
  const shown = (data ?? [])
    .filter((one) => `${said(one.displayName)} ${answerOf(one.path)}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(favourites.includes(b.id)) - Number(favourites.includes(a.id)));
  const toggle = (id: string) =>
    keep(favourites.includes(id) ? favourites.filter((one) => one !== id) : [...favourites, id]);
  return (
    <DeskPage narrow>
      <Stack gap="4">
        <DeskTitle>{t('Reports')}</DeskTitle>
        <Field label={t('Find a report')}>
          <TextInput type="search" value={typed} onChange={setTyped} autoComplete="off" maxLength={60} />
        </Field>
        {!data &&
          (error ? (
            <ProblemState problem={problemOf(error)} retry={refetch} />
          ) : (
            <Skeleton lines={8} height="2.5rem" />
          ))}
        {data && shown.length === 0 && (
          <EmptyState icon="search" title={t('No report fits')}>
            {t('Search by its name or by what it answers.')}
          </EmptyState>
        )}
        {shown.map((one) => {
          const favourite = favourites.includes(one.id);
          const name = said(one.displayName);
          return (
            <Card key={one.id} as="section" aria-label={name}>
              <Row apart gap="3">
                <Stack gap="1" flex="1 1 16rem" minWidth="0">
                  <Row gap="2">
                    <Text as="span" strong>
                      {name}
                    </Text>
                    <Badge tone="neutral">{said(one.group)}</Badge>
                  </Row>
                  <Text size="small" tone="muted">
                    {answerOf(one.path)}
                  </Text>
                </Stack>
                <Row gap="2">
                  <Button
                    small
                    look="plain"
                    aria-pressed={favourite}
                    aria-label={t('{report} is a favourite', { report: name })}
                    onClick={() => toggle(one.id)}
                  >
                    {favourite ? t('Favourite') : t('Make a favourite')}
                  </Button>
                  <LinkButton small to={one.path} aria-label={t('Open {report}', { report: name })}>
                    {t('Open')}
                  </LinkButton>
                </Row>
              </Row>
            </Card>
          );
        })}
      </Stack>
    </DeskPage>
  );
}
