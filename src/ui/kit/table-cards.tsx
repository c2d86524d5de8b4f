import { t } from '../../i18n';
import type { Column } from './column';
import { isSelected, type Selection, toggled } from './selection';
import { CardBody, CardFacts, CardOpen, CardRow, Cards } from './table-parts';

/** A table's rows on a phone: a card each, the first column its title. */
export function TableCards<Row>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  onOpen,
  openKey,
  selection,
  onSelection,
  busy,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  onOpen: ((row: Row) => void) | undefined;
  openKey: string | undefined;
  selection: Selection | undefined;
  onSelection: ((selection: Selection) => void) | undefined;
  busy: boolean;
}) {
  const [title, ...facts] = columns;
  return (
    <Cards aria-label={label} aria-busy={busy}>
      {rows?.map((row) => {
        const key = keyOf(row);
        const picked = selection !== undefined && isSelected(selection, key);
        return (
          <CardRow key={key} data-open={key === openKey || undefined} data-picked={picked || undefined}>
            {selection && (
              <input
                type="checkbox"
                className="check"
                aria-label={t('Choose {name}', { name: nameOf(row) })}
                checked={picked}
                onChange={() => onSelection?.(toggled(selection, key))}
              />
            )}
            <CardBody>
              {/* It lies over the whole card, under what can be pressed by itself: a button cannot hold another one. */}
              {onOpen ? (
                <CardOpen type="button" className="open" onClick={() => onOpen(row)}>
                  {title?.cell(row)}
                </CardOpen>
              ) : (
                <span>{title?.cell(row)}</span>
              )}
              <CardFacts>
                {facts
                  .filter((column) => !column.notOnPhone)
                  .map((column) => (
                    <span key={column.id}>
                      <small>{column.label}</small>
                      {column.cell(row)}
                    </span>
                  ))}
              </CardFacts>
            </CardBody>
          </CardRow>
        );
      })}
    </Cards>
  );
}
