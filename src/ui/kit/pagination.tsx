import { t } from '../../i18n';
import { Button, IconButton } from '../button';
import { Row } from '../layout';

/** Specification section 9. */
export const PAGE_SIZE = 10;
export const PAGE_BUTTONS = 3;

/** The page numbers shown around the current one. Pages count from 1. */
export function shownPages(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 1, pages - PAGE_BUTTONS + 1));
  return Array.from({ length: Math.min(PAGE_BUTTONS, pages) }, (_, index) => first + index);
}

/** Three page buttons; nothing at all when there is only one page. */
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
  return (
    <Row as="nav" aria-label={label} gap="1" justifyContent="center">
      <IconButton icon="back" label={t('Previous page')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      {shownPages(page, pages).map((number) => (
        <Button
          key={number}
          look={number === page ? 'soft' : 'plain'}
          aria-current={number === page ? 'page' : undefined}
          _currentPage={{ borderColor: 'accent-ink' }}
          aria-label={t('Page {number} of {pages}', { number, pages })}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      <IconButton icon="next" label={t('Next page')} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </Row>
  );
}
