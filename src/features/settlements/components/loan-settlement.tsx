/** The settlement of a loan where the loan is worked: where it stands, and offering one. */
import { lazy, Suspense, useState } from 'react';
import { parseRole } from '../../../../core/domain/roles';
import { RAISERS } from '../../../../core/domain/settlements/steps';
import { screenWords } from '../../../api';
import { t } from '../../../i18n';
import { deskPaths, mayEnter, routeOf } from '../../../routes';
import { Button, DateText, Heading, LinkButton, Money, Row, Stack, Text } from '../../../ui';
import { useSignedIn } from '../../session';
import { useRoom, useSettlementsOf } from '../queries';
import { StageBadge } from '../words';

const RaiseDialog = lazy(() => import('./offer-dialog').then((part) => ({ default: part.RaiseDialog })));

export function LoanSettlement({ loanId }: { loanId: string }) {
  const { profile } = useSignedIn();
  const role = parseRole(profile.role);
  const raises = RAISERS.some((one) => one === role);
  const { data, error } = useSettlementsOf(loanId);
  const room = useRoom(loanId, raises);
  const [offering, setOffering] = useState(false);
  if (!raises && data?.total === 0) return null;
  const list = mayEnter(profile.role, routeOf('settlements')) ? deskPaths.settlements : deskPaths.clientSettlements;
  const open = room.data?.openId;
  const cooling = room.data?.coolingUntil;
  return (
    <Stack as="section" gap="3" aria-label={t('Settlement')} marginTop="5">
      <Row apart gap="2">
        <Heading as="h3">{t('Settlement')}</Heading>
        {raises && (
          <Button small disabled={!room.data || Boolean(open) || Boolean(cooling)} onClick={() => setOffering(true)}>
            {t('Offer a settlement')}
          </Button>
        )}
      </Row>
      {cooling && (
        <Text size="small" tone="muted">
          {t('The borrower may settle again from')} <DateText value={cooling} />
        </Text>
      )}
      {error && !data && (
        <Text size="small" tone="muted">
          {screenWords(error).title}
        </Text>
      )}
      {data?.rows.map((row) => (
        <Row key={row.id} apart gap="2">
          <Stack gap="0">
            <Row gap="2">
              <StageBadge stage={row.stage} />
              <Text as="span" size="small" strong>
                <Money paise={row.payable} />
              </Text>
            </Row>
            <Text as="span" size="tiny" tone="muted">
              {row.number} · <DateText value={row.createdAt} />
            </Text>
          </Stack>
          <LinkButton small to={list({ open: row.id, view: 'all' })}>
            {t('Open')}
          </LinkButton>
        </Row>
      ))}
      <Suspense>
        {offering && room.data && (
          <RaiseDialog
            loanId={loanId}
            dues={room.data.dues}
            today={room.data.today}
            onClose={() => setOffering(false)}
          />
        )}
      </Suspense>
    </Stack>
  );
}
