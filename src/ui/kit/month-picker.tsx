import { addMonths } from '../../../core/domain/working-days';
import { t } from '../../i18n';
import { IconButton } from '../button';
import { Row, Text } from '../layout';

/** A month by its first day, with the one before and the one after; `words` is the month as it is read. */
export function MonthPicker({
  month,
  words,
  onChange,
}: {
  month: string;
  words: string;
  onChange: (month: string) => void;
}) {
  return (
    <Row gap="1">
      <IconButton icon="back" label={t('Month before')} onClick={() => onChange(addMonths(month, -1))} />
      <Text strong aria-live="polite" minWidth="9rem" textAlign="center">
        {words}
      </Text>
      <IconButton icon="next" label={t('Month after')} onClick={() => onChange(addMonths(month, 1))} />
    </Row>
  );
}
