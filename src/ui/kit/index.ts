/**
 * The desk's part of the kit: what a phone in the field never loads. Import it from `ui/kit`, never from `ui`, which
 * stands in the first paint of every phone.
 */
export { type Command, type CommandGroup, CommandPalette, filterCommands } from './command-palette';
export { DeskIcon, type DeskIconName } from './desk-icon';
export { Kbd, keyWords } from './kbd';
export { MenuButton, type TriggerProps } from './menu-button';
export { ConfirmDialog, Modal } from './modal';
export { type Shortcut, useActiveShortcuts, useShortcuts } from './shortcuts';
