/**
 * The desk's part of the kit: what a phone in the field never loads. Import it from `ui/kit`, never from `ui`, which
 * stands in the first paint of every phone. `docs/kit.md` shows how a screen is put together.
 */

export { ActiveCard } from './active-card';
export { CellText } from './cell-text';
export type { Column, Sort } from './column';
export {
  countColumn,
  dayColumn,
  type Look,
  LookBadge,
  moneyColumn,
  nameColumn,
  personColumn,
  statusColumn,
  textColumn,
} from './columns';
export { type Command, type CommandGroup, CommandPalette, filterCommands } from './command-palette';
export { DataTable, type DataTableProps } from './data-table';
export { DayRange } from './day-range';
export { DeskIcon, type DeskIconName } from './desk-icon';
export { DeskPage, DeskTitle, FieldGrid } from './desk-page';
export { downloadCsv } from './download';
export { DraftNote, useDraft } from './draft';
export { durationWords } from './duration-words';
export { FactLine, Facts } from './facts';
export { FigureTile, FigureTiles } from './figure-tile';
export { FileDrop } from './file-drop';
export { FileInput } from './file-input';
export { type Filter, FilterBar } from './filter-bar';
export { FormPart } from './form-part';
export { InlineEdit } from './inline-edit';
export { institutionWord } from './institution-word';
export { JobProgress } from './job-progress';
export { Kbd, keyWords } from './kbd';
export { KeptContext, type KeptStore, memoryStore, useKept } from './kept';
export { useListAddress, useSearchState } from './list-address';
export { ListFoot, rangeWords, SelectionBar } from './list-foot';
export { useLoadSoon } from './load-soon';
export { MenuButton, type TriggerProps } from './menu-button';
export { ConfirmDialog, Modal } from './modal';
export { MonthPicker } from './month-picker';
export { chosenWords, MultiSelect, type Option, TickList } from './multi-select';
export { LoadingOverlay } from './overlay';
export { PAGE_SIZE, Pagination } from './pagination';
export { personHint } from './person-hint';
export { CardHead, Table, TableScroll } from './plain-table';
export { type Problem, ProblemNote, ProblemState } from './problem';
export { dayFilter, daysOf, numberFilter, numbersOf } from './range-filters';
export { RecordForm, SaveKeys } from './record-form';
export { heldList, type ListResult, RecordList, type Tabs, useOpen } from './record-list';
export { type SavedView, SavedViews } from './saved-views';
export {
  isSelected,
  NOTHING,
  pageToggled,
  type Selection,
  selectedCount,
  toggled,
  useSelection,
} from './selection';
export { type Shortcut, useActiveShortcuts, useShortcuts } from './shortcuts';
export { SidePanel } from './side-panel';
export { type SmallColumn, SmallTable } from './small-table';
export { Steps } from './steps';
export { languageName, storedWord } from './stored-word';
export { RowSwitch, Switch } from './switch';
export { matchKey, pageOf, readTableQuery, type TableQuery, useTableQuery, writeTableQuery } from './table-query';
export { type Density, type TableSettings, useTableSettings } from './table-settings';
export { useClearToasts } from './toast-place';
export { dropKeys, holdKeys, useListens } from './typed-ahead';
export { UNDO_MS, withUndo } from './undo';
export { useMedia, usePhone } from './use-media';
export { type FormParts, type Held, type RecordFormState, useRecordForm } from './use-record-form';
