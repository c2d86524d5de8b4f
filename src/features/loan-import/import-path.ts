import type { LoanImport } from '../../../core/contract/loan-imports';
import { deskPaths } from '../../routes';

const SCREENS = {
  loans: deskPaths.newImport,
  changes: deskPaths.updateImport,
  suppressions: deskPaths.suppressions,
} as const;

/** Where an import is gone on with. */
export const importPath = ({ kind, id }: Pick<LoanImport, 'kind' | 'id'>): string => SCREENS[kind](id);
