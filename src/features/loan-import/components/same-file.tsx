import { formatDateTime } from '../../../../core/domain/dates';
import { t } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Banner, LinkButton } from '../../../ui';
import { useZone } from '../../session';
import type { ImportDetail } from '../queries';

/** Says that the same bytes were uploaded before, whatever the file is called now. */
export function SameFile({ detail: { sameAs } }: { detail: ImportDetail }) {
  const zone = useZone();
  if (!sameAs) return null;
  return (
    <Banner
      tone="warn"
      title={t('This file was uploaded before')}
      action={
        <LinkButton small to={deskPaths.imports({ open: sameAs.id })}>
          {t('See that upload')}
        </LinkButton>
      }
    >
      {t('{file} by {name}, {when}', {
        file: sameAs.fileName,
        name: sameAs.by,
        when: formatDateTime(sameAs.at, zone),
      })}
    </Banner>
  );
}
