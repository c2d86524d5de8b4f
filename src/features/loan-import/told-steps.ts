/** What section 8 of the specification says at each step of a loan sheet, and where its end leads (2.6). */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LoanImport } from '../../../core/contract/loan-imports';
import { successes } from '../../api';
import { said, t } from '../../i18n';
import { deskPaths } from '../../routes';
import { showToast } from '../../ui';
import { importPath } from './import-path';

type State = LoanImport['state'];

/** By the state that was reached, the states in which somebody waited for it. */
const REACHED: Partial<Record<State, { from: readonly State[]; words: string }>> = {
  mapping: { from: ['uploading', 'reading'], words: successes.sheetUploaded },
  verified: { from: ['mapping', 'verifying'], words: successes.sheetVerified },
  done: { from: ['verified', 'committing'], words: successes.sheetUpdated },
};

/** Says what was reached while the page was open; a sheet that is loaded whole leads to the loans, its refused rows are mended here first. */
export function useToldSteps(row: LoanImport): void {
  const { state, kind, counts } = row;
  const navigate = useNavigate();
  const before = useRef(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that was reached is the event
  useEffect(() => {
    const from = before.current;
    before.current = state;
    const reached = REACHED[state];
    if (kind === 'suppressions' || !reached?.from.includes(from)) return;
    const leaves = state === 'done' && counts.refused === 0;
    const upload = importPath(row);
    showToast(said(reached.words), {
      tone: 'saved',
      ...(leaves && { action: { label: t('See the upload'), onClick: () => void navigate(upload) } }),
    });
    if (leaves) void navigate(deskPaths.loans());
  }, [state]);
}
