import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { LinkButton, Row } from '../../../ui';
import { useSignedIn } from '../../session';

/** From the figures of an agent to their months and their days, for whom those screens admit. */
export function AgentLinks({ id, name }: { id: string; name: string }) {
  const { role } = useSignedIn().profile;
  return (
    <Row tight gap="1" onClick={(event) => event.stopPropagation()}>
      {mayEnter(role, routeOf('collectorTarget')) && (
        <LinkButton small look="plain" to={deskPaths.personTarget(id)} aria-label={t('Targets of {name}', { name })}>
          {t('Targets')}
        </LinkButton>
      )}
      {mayEnter(role, routeOf('attendance')) && (
        <LinkButton small look="plain" to={deskPaths.attendance(id)} aria-label={t('Attendance of {name}', { name })}>
          {t('Attendance')}
        </LinkButton>
      )}
    </Row>
  );
}
