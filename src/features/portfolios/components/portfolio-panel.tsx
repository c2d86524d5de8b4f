/** One portfolio beside the list: how its tabs stand, who works it, switched on and off. */
import { useState } from 'react';
import type { PortfolioRow } from '../../../../core/contract/portfolios';
import { formatRupeesShort } from '../../../../core/domain/money';
import { PORTFOLIO_TABS } from '../../../../core/domain/portfolio-rules';
import { failedWrite } from '../../../api';
import { t, tn } from '../../../i18n';
import { deskPaths } from '../../../routes';
import { Badge, Button, DateText, Heading, LinkButton, Row, Stack, showToast, Text, TextInput } from '../../../ui';
import { ConfirmDialog, FactLine, Facts, institutionWord, Pagination, SidePanel } from '../../../ui/kit';
import { regionWords, tabWords } from '../portfolio-words';
import { useActivate, useMembers } from '../queries';
import { Asked } from './screen-state';

const PEOPLE = 10;

export function PortfolioPanel({ row, onClose }: { row: PortfolioRow; onClose: () => void }) {
  const activate = useActivate();
  const [asking, setAsking] = useState(false);
  const problem = failedWrite(activate.error);
  const change = () =>
    activate.mutate(
      { id: row.id, active: !row.active },
      {
        onSuccess: () => {
          showToast(row.active ? t('Portfolio deactivated') : t('Portfolio activated'), { tone: 'saved' });
          setAsking(false);
        },
      },
    );
  return (
    <SidePanel
      about={row.id}
      label={t('Portfolio {name}', { name: row.name })}
      title={row.name}
      line={`${row.client.name} · ${institutionWord(row.institutionType)}`}
      closeLabel={t('Close the portfolio (Esc)')}
      onClose={onClose}
      problem={asking ? undefined : problem}
      footer={
        row.mayEdit && (
          <>
            <LinkButton to={deskPaths.portfolio({ id: row.id })} look="primary">
              {t('Open the four tabs')}
            </LinkButton>
            <Button busy={activate.isPending} onClick={() => (row.active ? setAsking(true) : change())}>
              {row.active ? t('Deactivate') : t('Activate')}
            </Button>
          </>
        )
      }
    >
      <Facts>
        <FactLine name={t('State')}>
          {row.active ? (
            <Badge tone="paid" icon="check">
              {t('Active')}
            </Badge>
          ) : (
            <Badge tone="blocked" icon="blocked">
              {t('Not active')}
            </Badge>
          )}
        </FactLine>
        <FactLine name={t('Region')}>{regionWords()[row.region]}</FactLine>
        <FactLine name={t('Products')}>{row.products.join(', ')}</FactLine>
        <FactLine name={t('Product category')}>{row.secured ? t('Secured') : t('Unsecured')}</FactLine>
        <FactLine name={t('Open loans')}>
          {tn(row.loans, '{n} loan', '{n} loans')}
          {/* The dashboard counts active loans alone; the difference is explained where it is seen. */}
          <Text as="span" size="small" tone="muted" display="block">
            {t('Active ones and those whose contact is paused, whoever works them')}
          </Text>
        </FactLine>
        <FactLine name="POS">{formatRupeesShort(row.posPaise)}</FactLine>
        <FactLine name={t('Runs')} wide>
          {row.startsOn ? <DateText value={row.startsOn} /> : t('From the beginning')} –{' '}
          {row.endsOn ? <DateText value={row.endsOn} /> : t('open end')}
        </FactLine>
      </Facts>
      <Stack gap="2">
        <Heading>{t('Tabs')}</Heading>
        {PORTFOLIO_TABS.map((tab) => (
          <Row key={tab} apart>
            {row.mayEdit ? (
              <LinkButton to={deskPaths.portfolio({ id: row.id, tab })} look="plain" small>
                {tabWords()[tab]}
              </LinkButton>
            ) : (
              <Text>{tabWords()[tab]}</Text>
            )}
            {row.saved.includes(tab) ? (
              <Badge tone="paid" icon="check">
                {t('Saved')}
              </Badge>
            ) : (
              <Badge icon="clock">{t('Not filled in yet')}</Badge>
            )}
          </Row>
        ))}
      </Stack>
      <Members id={row.id} />
      {asking && (
        <ConfirmDialog
          title={t('Deactivate “{name}”?', { name: row.name })}
          confirm={t('Deactivate portfolio')}
          danger
          busy={activate.isPending}
          problem={problem}
          onConfirm={change}
          onClose={() => {
            activate.reset();
            setAsking(false);
          }}
        >
          {tn(
            row.loans,
            'It is no longer offered for new work. Its {n} open loan stays with whoever holds it.',
            'It is no longer offered for new work. Its {n} open loans stay with whoever holds them.',
          )}
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}

function Members({ id }: { id: string }) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const members = useMembers(id, { q, page });
  const kinds = {
    manager: t('Manager'),
    collector: t('Telecaller'),
    field_agent: t('Field agent'),
    agency: t('Agency'),
  };
  return (
    <Stack gap="2" as="section" aria-label={t('Members')}>
      <Heading>
        {t('Members')} {members.data && q === '' ? members.data.totalElements : ''}
      </Heading>
      {(q !== '' || (members.data?.totalElements ?? 0) > PEOPLE) && (
        <TextInput
          type="search"
          aria-label={t('Search members')}
          placeholder={t('Name or agency')}
          value={q}
          maxLength={80}
          onChange={(typed) => {
            setQ(typed);
            setPage(1);
          }}
        />
      )}
      <Asked query={members} lines={3}>
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <Text tone="muted">{q ? t('Nothing found for “{q}”', { q }) : t('Nobody belongs to it yet.')}</Text>
          ) : (
            <>
              {content.map((one) => (
                <Row key={`${one.kind}.${one.id}`} apart tight>
                  <Stack gap="0">
                    <Text strong truncate>
                      {one.name}
                    </Text>
                    <Text size="small" tone="muted">
                      {kinds[one.kind]}
                      {one.agency ? ` · ${one.agency}` : ''}
                      {one.active ? '' : ` · ${t('not active')}`}
                    </Text>
                  </Stack>
                  <Text size="small" tone="muted" whiteSpace="nowrap">
                    {one.loans > 0 ? tn(one.loans, '{n} loan', '{n} loans') : ''}
                  </Text>
                </Row>
              ))}
              <Pagination
                page={page}
                pages={Math.ceil(totalElements / PEOPLE)}
                onPage={setPage}
                label={t('Pages of members')}
              />
            </>
          )
        }
      </Asked>
    </Stack>
  );
}
