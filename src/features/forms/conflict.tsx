import { formatDateTime } from '../../../core/domain/dates';
import { said, t, tn } from '../../i18n';
import { Banner, Box, Button, Row, Stack } from '../../ui';
import { Table, TableScroll } from '../../ui/kit';
import { useZone } from '../session';
import { differing } from './differing';

export interface Theirs {
  updatedBy: string | null;
  updatedAt: string;
}

/** Somebody else was faster: both versions, who and when, and what shall hold. Nothing that was typed is lost. */
export default function Conflict<V extends object>({
  labels,
  mine,
  theirs,
  newest,
  busy,
  onKeepMine,
  onTakeTheirs,
}: {
  labels: Readonly<Record<string, string>>;
  mine: V;
  theirs: V;
  newest: Theirs;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const zone = useZone();
  const rows = differing(labels, mine, theirs);
  const who = newest.updatedBy ?? t('Somebody else');
  return (
    <Banner
      tone="warn"
      title={t('{who} changed this at {at}, while you were at it', {
        who,
        at: formatDateTime(new Date(newest.updatedAt), zone),
      })}
    >
      <Stack gap="3" marginTop="2" color="ink">
        {rows.length === 0 ? (
          t('Both of you wrote the same.')
        ) : (
          <>
            {tn(rows.length, '{n} field differs.', '{n} fields differ.')}
            <Box background="surface" borderRadius="small" overflow="hidden">
              <TableScroll>
                <Table aria-label={t('Both versions')}>
                  <thead>
                    <tr>
                      <th scope="col">{t('Field')}</th>
                      <th scope="col">{t('Yours')}</th>
                      <th scope="col">{who}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.field}>
                        <th scope="row">{said(row.label)}</th>
                        <td>{row.mine}</td>
                        <td>{row.theirs}</td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              </TableScroll>
            </Box>
          </>
        )}
        <Row>
          <Button look="primary" busy={busy} onClick={onKeepMine}>
            {t('Save mine over it')}
          </Button>
          <Button onClick={onTakeTheirs}>{t('Drop mine and take the newest')}</Button>
        </Row>
      </Stack>
    </Banner>
  );
}
