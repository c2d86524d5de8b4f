import type { Loan } from '../../../../core/contract/loans';
import { maskMobile } from '../../../../core/domain/masking';
import { said, t } from '../../../i18n';
import { Badge, Icon, Row, Stack, Text } from '../../../ui';
import { storedWord } from '../../../ui/kit';
import { useCodes } from '../codes-query';

/** The numbers to be read and not to be called. */
export function PhoneList({ phones }: { phones: Loan['phones'] }) {
  const codes = useCodes();
  return (
    <Stack gap="1">
      {phones.map((phone) => (
        <Row key={phone.id} gap="2">
          <Icon name="phone" size="1rem" />
          <span>{maskMobile(phone.number)}</span>
          <Text as="span" size="small" tone="muted">
            {storedWord(phone.owner)}
            {phone.lastResult && ` · ${said(codes.get(phone.lastResult)?.label ?? phone.lastResult)}`}
          </Text>
          {phone.invalid && <Badge tone="blocked">{t('Invalid')}</Badge>}
        </Row>
      ))}
    </Stack>
  );
}
