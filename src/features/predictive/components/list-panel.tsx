import type { DialList } from '../../../../core/contract/predictive';
import { formatDateTime } from '../../../../core/domain/dates';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { Banner, Button, Heading, ProgressBar, Stack } from '../../../ui';
import { FactLine, Facts, SidePanel, SmallTable } from '../../../ui/kit';
import { useZone } from '../../session';
import { useErrorFile } from '../queries';
import { refusalWords } from '../words';

/** One list beside the others: how far it is, and why lines of it are not dialed. */
export function ListPanel({
  list,
  problem,
  onTakeBack,
  onClose,
}: {
  list: DialList;
  problem: string | undefined;
  onTakeBack: () => void;
  onClose: () => void;
}) {
  const zone = useZone();
  const errors = useErrorFile();
  const { lines } = list;
  const open = (lines.ready ?? 0) + (lines.waiting ?? 0);
  return (
    <SidePanel
      about={list.id}
      label={t('List {name}', { name: list.name })}
      title={list.name}
      line={list.process.name}
      closeLabel={t('Close the list (Esc)')}
      onClose={onClose}
      problem={failedWrite(errors.error)}
      footer={
        <>
          {(lines.refused ?? 0) > 0 && (
            <Button icon="download" busy={errors.isPending} onClick={() => errors.mutate(list.id)}>
              {t('Lines to mend')}
            </Button>
          )}
          {list.mayEdit && list.state !== 'cancelled' && open > 0 && (
            <Button onClick={onTakeBack}>{t('Take it back')}</Button>
          )}
        </>
      }
    >
      {problem && <Banner tone="danger" title={problem} />}
      {list.state === 'checking' && (
        <ProgressBar
          done={list.total - (lines.waiting ?? 0)}
          total={list.total}
          label={t('Checking {name}', { name: list.name })}
        />
      )}
      {list.unheld > 0 && (
        <Banner
          tone="warn"
          title={tn(
            list.unheld,
            '{n} loan is held by no agent of this process',
            '{n} loans are held by no agent of this process',
          )}
        >
          {t('They are not dialed. Assign them to its agents, or add the telecallers who hold them.')}
        </Banner>
      )}
      <Facts>
        <FactLine name={t('Lines')}>{list.total}</FactLine>
        <FactLine name={t('To dial')}>{lines.ready ?? 0}</FactLine>
        <FactLine name={t('Being dialed')}>{lines.dialing ?? 0}</FactLine>
        <FactLine name={t('Connected')}>{lines.done ?? 0}</FactLine>
        <FactLine name={t('Attempts used up')}>{lines.exhausted ?? 0}</FactLine>
        <FactLine name={t('Taken back')}>{lines.cancelled ?? 0}</FactLine>
        <FactLine name={t('Made')} wide>
          {`${formatDateTime(list.createdAt, zone)} · ${list.createdBy}`}
        </FactLine>
      </Facts>
      {list.refused.length > 0 && (
        <Stack gap="2">
          <Heading>{t('Not dialed')}</Heading>
          <SmallTable
            rows={list.refused}
            keyOf={({ reason }) => reason}
            columns={[
              { label: t('Reason'), cell: ({ reason }) => refusalWords(reason) },
              { label: t('Lines'), num: true, cell: (row) => row.lines },
            ]}
          />
        </Stack>
      )}
    </SidePanel>
  );
}
