import { t } from '../../../i18n';
import { chakra, Icon, Row } from '../../../ui';
import { activeFilters } from '../loans/filter-words';
import type { ListQuery } from '../loans/loan-query';

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: 'control',
    paddingInline: '4',
    borderRadius: 'full',
    background: 'accent-soft',
    color: 'accent-ink',
    fontSize: 'small',
    fontWeight: 'bold',
    borderWidth: 'var(--edge)',
    borderStyle: 'solid',
    borderColor: 'accent-ink',
  },
});

/** The active filters, each taken away by a tap. */
export default function FilterChips({ query, onChange }: { query: ListQuery; onChange: (next: ListQuery) => void }) {
  return (
    <Row>
      {activeFilters(query).map((chip) => (
        <Chip key={chip.label} type="button" onClick={() => onChange(chip.without)}>
          {chip.label}
          <Icon name="close" size="1rem" label={t('Remove')} />
        </Chip>
      ))}
    </Row>
  );
}
