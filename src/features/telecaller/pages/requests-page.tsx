/** /loan-requests: what agents ask of those above them on their loans, answered beside the list. */
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ListedRequest, REQUEST_KINDS, REQUEST_STATES } from '../../../../core/contract/loan-requests';
import { problemOf } from '../../../api';
import { t } from '../../../i18n';
import { loanPathFor } from '../../../routes';
import { Badge, Button, ChipChoice, DateText, EmptyState, Row, Stack, Text } from '../../../ui';
import { type Column, DeskPage, DeskTitle, PAGE_SIZE, PagedTable, useListAddress } from '../../../ui/kit';
import { useSignedIn, useZone } from '../../session';
import { Answer } from '../components/request-dialogs';
import { useRequests } from '../request-queries';
import { KINDS, STATES } from '../request-words';

const columns = (zone: string, answer: (chosen: Chosen) => void): Column<ListedRequest>[] => [
  {
    id: 'loan',
    label: t('Loan'),
    always: true,
    cell: (row) => (
      <Stack gap="0">
        <Text as="span" strong>
          {row.borrower}
        </Text>
        <Text as="span" size="tiny" tone="muted">
          {row.loanNumber}
        </Text>
      </Stack>
    ),
  },
  { id: 'kind', label: t('What'), cell: (row) => t(KINDS[row.kind].label) },
  { id: 'note', label: t('About'), cell: (row) => row.note },
  { id: 'by', label: t('Asked by'), cell: (row) => row.by },
  { id: 'at', label: t('Asked at'), cell: (row) => <DateText value={row.askedAt} time near zone={zone} /> },
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

interface Chosen {
  request: ListedRequest;
  state: 'done' | 'declined';
}

export default function RequestsPage() {
  const zone = useZone();
  const navigate = useNavigate();
  const open = loanPathFor(useSignedIn().profile.role);
  const [address, setAddress] = useListAddress();
  const [answering, setAnswering] = useState<Chosen>();
  const state = REQUEST_STATES.find((one) => one === address.get('state')) ?? 'open';
  const kind = REQUEST_KINDS.find((one) => one === address.get('kind'));
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const list = useRequests({ state, kind, page, size: PAGE_SIZE });
  const shown = useMemo(() => columns(zone, setAnswering), [zone]);
  const go = (part: { state?: string; kind?: string; page?: string }) =>
    setAddress({ state, ...(kind && { kind }), ...part }, { replace: true });
  return (
    <DeskPage>
      <Stack gap="3" minWidth="0">
        <DeskTitle>{t('Requests')}</DeskTitle>
        <Row gap="4">
          <ChipChoice
            label={t('State')}
            value={state}
            onChange={(next) => go({ state: next })}
            options={REQUEST_STATES.map((value) => ({ value, label: t(STATES[value].label) }))}
          />
          <ChipChoice
            label={t('What')}
            value={kind ?? ''}
            onChange={(next) => go({ kind: next })}
            options={[
              { value: '', label: t('All') },
              ...REQUEST_KINDS.map((value) => ({ value, label: t(KINDS[value].label) })),
            ]}
          />
        </Row>
        <PagedTable
          name="loan-requests"
          label={t('Requests')}
          list={list}
          problem={problemOf(list.error)}
          page={page}
          onPage={(to) => go({ page: `${to}` })}
          noun={t('requests')}
          columns={shown}
          keyOf={(row) => row.id}
          nameOf={(row) => row.borrower}
          {...(open && { onOpen: (row: ListedRequest) => navigate(open(row.loanId)) })}
          empty={
            <EmptyState icon="info" title={state === 'open' ? t('Nothing is asked for') : t('Nothing yet')}>
              {t('Visits, letters, escalations and other agents that are asked for on loans appear here.')}
            </EmptyState>
          }
        />
      </Stack>
      {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
    </DeskPage>
  );
}
