import { formatRupees, type Paise, parseRupees } from '../../../../../core/domain/money';
import type { ListedLoan } from '../../../../offline/types';
import { Button, Row, Stack, Text, TextInput } from '../../../../ui';
import { amountWords } from '../../visit/amount-words';

/** An amount as it is typed, kept letter for letter; grouped in lakhs when left. Known amounts are one tap away; what it means for `loan` stands below. */
export function RupeeInput({
  value,
  onChange,
  known = [],
  loan,
}: {
  value: string;
  onChange: (typed: string) => void;
  known?: readonly (readonly [label: string, paise: Paise])[];
  loan: ListedLoan;
}) {
  const words = amountWords(parseRupees(value), loan);
  const offered = known.filter(
    ([, paise], index) => paise > 0 && known.findIndex(([, other]) => other === paise) === index,
  );
  return (
    <Stack gap="2">
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        before="₹"
        fontSize="lead"
        fontWeight="bold"
        value={value}
        onChange={onChange}
        onBlur={() => {
          const paise = parseRupees(value);
          if (paise !== undefined) onChange(formatRupees(paise).slice(1));
        }}
      />
      <Text
        role="status"
        size="small"
        tone={words?.tone}
        strong={words?.tone === 'warn'}
        fontVariantNumeric="tabular-nums"
      >
        {words?.text}
      </Text>
      {offered.length > 0 && (
        <Row>
          {offered.map(([label, paise]) => (
            <Button key={label} onClick={() => onChange(formatRupees(paise).slice(1))}>
              {label} {formatRupees(paise)}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  );
}
