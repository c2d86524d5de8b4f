/** Loans by hand: one added, chosen ones extended, which of pasted numbers there are, and sheets as the administrator sees them. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallOf } from '../../../core/contract/kit';
import type { LoanImport } from '../../../core/contract/loan-imports';
import {
  correctField,
  deleteSheet,
  extendLoans,
  matchingLoanIds,
  renameSheet,
} from '../../../core/contract/loan-sheets';
import { useAnswer, useWrite } from '../../api';

/** Typing rests this long before the server is asked, in milliseconds. */
const TYPING_MS = 300;

/** Which of these loan numbers there are; asked once typing rests. Nothing is asked of an empty list. */
export function useMatching(numbers: readonly string[]) {
  const asked = numbers.join('\n');
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setRested(asked), TYPING_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const found = useAnswer(
    matchingLoanIds,
    ['loans', 'matching', rested],
    { body: { loanIds: rested.split('\n') } },
    { enabled: rested !== '', staleTime: 5000, retry: false },
  );
  return { ...found, data: rested === asked && asked !== '' ? found.data : undefined };
}

export const useExtendLoans = () =>
  useWrite(extendLoans, (body: CallOf<typeof extendLoans>['body']) => ({ body }), {
    again: ['loans'],
    after: 'success',
  });

/** One field of a loan; every screen that shows the loan asks again. */
export const useCorrectField = () =>
  useWrite(correctField, (body: CallOf<typeof correctField>['body']) => ({ body }), {
    again: ['loan', 'loans'],
    after: 'success',
  });

export function useSheetChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['sheets'] });
  return {
    rename: useWrite(renameSheet, (body: { id: string; fileName: string }) => ({ body }), { again: onSettled }),
    remove: useWrite(deleteSheet, ({ id }: Pick<LoanImport, 'id'>) => ({ query: { id } }), { again: onSettled }),
  };
}
