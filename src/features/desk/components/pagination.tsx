import { Button, IconButton, Row } from '../../../ui';

const BUTTONS = 3;

/** Specification section 9: three page buttons; nothing at all when there is only one page. Pages count from 1. */
export function Pagination({
  page,
  pages,
  onPage,
  label,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  label: string;
}) {
  if (pages <= 1) return null;
  const first = Math.max(1, Math.min(page - 1, pages - BUTTONS + 1));
  const shown = Array.from({ length: Math.min(BUTTONS, pages) }, (_, index) => first + index);
  return (
    <Row as="nav" aria-label={label} gap="1" justifyContent="center">
      <IconButton icon="back" label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)} />
      {shown.map((number) => (
        <Button
          key={number}
          look={number === page ? 'soft' : 'plain'}
          aria-current={number === page ? 'page' : undefined}
          aria-label={`Page ${number} of ${pages}`}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <IconButton icon="next" label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </Row>
  );
}
