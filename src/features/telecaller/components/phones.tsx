/** The borrower's phones: masked, each with its last result, and whether it may be called now or why not. */
import type { Loan } from '../../../../core/contract/loans';
import { maskMobile } from '../../../../core/domain/masking';
import { t } from '../../../i18n';
import { Button, Icon, Row, Stack, Text } from '../../../ui';
import { Kbd, storedWord } from '../../../ui/kit';

/** What the contact gate says: allowed until when, or which rule blocks and what lifts it. */
export interface Permission {
  allowed: boolean;
  words: string;
}

export interface CallablePhone {
  phone: Loan['phones'][number];
  permission: Permission;
}

export function Phones({
  phones,
  callingId,
  barred: reason,
  onCall,
  labelOf,
}: {
  phones: readonly CallablePhone[];
  /** The phone of the call that is under way. */
  callingId: string | null;
  /** Why no number may be called here now. */
  barred?: string | undefined;
  onCall: (phone: Loan['phones'][number]) => void;
  labelOf: (code: string) => string;
}) {
  const first = reason ? undefined : phones.find(({ permission }) => permission.allowed)?.phone.id;
  const [one, ...others] = phones;
  // What bars every number alike is said once, above them.
  const barred =
    reason ??
    (one && !one.permission.allowed && others.length > 0 && others.every((two) => alike(one, two))
      ? one.permission.words
      : undefined);
  return (
    <Stack gap="2" as="ul" aria-label={t('Phones')} listStyleType="none">
      {phones.length === 0 && <Text tone="muted">{t('No phone is known. Ask for one, or add it in the form.')}</Text>}
      {barred && (
        <Row as="li" tight gap="1.5" alignItems="flex-start" fontSize="small" color="danger">
          <Icon name="blocked" size="1.15em" />
          <span>{barred}</span>
        </Row>
      )}
      {phones.map(({ phone, permission }) => (
        <Stack key={phone.id} as="li" gap="0" padding="2" background="sunken" borderRadius="small">
          <Row apart tight>
            <Row gap="2" tight whiteSpace="nowrap">
              <Icon name="phone" size="1rem" />
              <Text as="span" strong>
                {maskMobile(phone.number)}
              </Text>
            </Row>
            <Button
              small
              flex="none"
              look={phone.id === first ? 'primary' : 'quiet'}
              icon="phone"
              disabled={!permission.allowed || callingId !== null || reason !== undefined}
              aria-label={t('Call {number}', { number: maskMobile(phone.number) })}
              onClick={() => onCall(phone)}
            >
              {callingId === phone.id ? t('Calling') : t('Call')}{' '}
              {phone.id === first && callingId === null && <Kbd aria-hidden="true">C</Kbd>}
            </Button>
          </Row>
          <Text size="small" tone="muted">
            {storedWord(phone.owner)}
            {phone.lastResult && ` · ${labelOf(phone.lastResult)}`}
          </Text>
          {!barred && (
            <Row
              as="p"
              tight
              gap="1.5"
              alignItems="flex-start"
              fontSize="small"
              color={permission.allowed ? 'muted' : 'danger'}
            >
              {!permission.allowed && <Icon name="blocked" size="1.15em" />}
              <span>{permission.words}</span>
            </Row>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

const alike = (one: CallablePhone, two: CallablePhone) =>
  !two.permission.allowed && one.permission.words === two.permission.words;
