/** /loan-requests: what agents ask of those above them on their loans, answered beside the list. */
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ListedRequest, listRequests } from '../../../../core/contract/loan-requests';
import { t } from '../../../i18n';
import { loanPathFor } from '../../../routes';
import { Badge, Button, Row, Stack, Text } from '../../../ui';
import { type Column, dayColumn, personColumn, textColumn } from '../../../ui/kit';
import { EntityList, type Listing } from '../../lists';
import { useSignedIn } from '../../session';
import { Answer } from '../components/request-dialogs';
import { KINDS, STATES } from '../request-words';

interface Chosen {
  request: ListedRequest;
  state: 'done' | 'declined';
}

const columnsOf = (zone: string, answer: (chosen: Chosen) => void): Column<ListedRequest>[] => [
  personColumn('loan', t('Loan'), (row) => ({ name: row.borrower, detail: row.loanNumber })),
  textColumn('kind', t('What'), (row) => t(KINDS[row.kind].label)),
  textColumn('note', t('About'), (row) => row.note),
  textColumn('by', t('Asked by'), (row) => row.by),
  dayColumn('at', t('Asked at'), (row) => row.askedAt, { time: true, near: true, zone }),
  {
    id: 'answer',
    label: t('Answer'),
    cell: (row) =>
      row.state === 'open' ? (
        <Row gap="2">
          <Button small onClick={() => answer({ request: row, state: 'done' })}>
            {t('Done')}
          </Button>
          <Button small onClick={() => answer({ request: row, state: 'declined' })}>
            {t('Decline')}
          </Button>
        </Row>
      ) : (
        <Stack gap="1">
          <span>
            <Badge tone={STATES[row.state].tone}>{t(STATES[row.state].label)}</Badge> {row.answeredBy}
          </span>
          <Text size="small" tone="muted">
            {row.answer}
          </Text>
        </Stack>
      ),
  },
];

export default function RequestsPage() {
  const navigate = useNavigate();
  const open = loanPathFor(useSignedIn().profile.role);
  const [answering, setAnswering] = useState<Chosen>();
  const columns = useCallback(({ zone }: Listing<typeof listRequests>) => columnsOf(zone, setAnswering), []);
  return (
    <>
      <EntityList
        name="loan-requests"
        from={listRequests}
        ask={{ state: 'open' }}
        every={60_000}
        title={t('Requests')}
        noun={t('requests')}
        columns={columns}
        filters={{
          state: { label: t('State'), words: (one) => t(STATES[one].label), tab: {} },
          kind: { label: t('What'), words: (one) => t(KINDS[one].label), tab: { all: t('All') } },
        }}
        nameOf={(row) => row.borrower}
        onOpen={open && ((row) => navigate(open(row.loanId)))}
        empty={({ state }) => ({
          icon: 'info',
          title: state === 'open' ? t('Nothing is asked for') : t('Nothing yet'),
          text: t('Visits, letters, escalations and other agents that are asked for on loans appear here.'),
        })}
      />
      {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
    </>
  );
}
