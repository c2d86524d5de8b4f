/** How a user looks at a table: which columns, in which density. */

import { useKept } from './kept';

export type Density = 'compact' | 'roomy';
/** Row heights in px; the desk's two of the design. */
export const ROW_HEIGHT: Record<Density, number> = { compact: 36, roomy: 44 };

export function useTableSettings(name: string, columns: readonly { id: string; hidden?: boolean; always?: boolean }[]) {
  const [hidden, setHidden] = useKept<readonly string[]>(
    `table.${name}.hidden`,
    columns.filter((column) => column.hidden).map(({ id }) => id),
  );
  const [density, setDensity] = useKept<Density>('table.density', 'compact');
  const isShown = (column: { id: string; always?: boolean }) => column.always || !hidden.includes(column.id);
  return {
    density,
    setDensity,
    isShown,
    toggle: (id: string) => setHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]),
    reset: () => setHidden(undefined),
  };
}
export type TableSettings = ReturnType<typeof useTableSettings>;
