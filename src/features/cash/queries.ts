import { decideHandover } from '../../../core/contract/cash';
import type { CallOf } from '../../../core/contract/kit';
import { useWrite } from '../../api';

/** Whatever comes of it, the list asks again: somebody else may have been faster. */
export const useDecideHandover = (id: string) =>
  useWrite(decideHandover, (body: CallOf<typeof decideHandover>['body']) => ({ params: { id }, body }), {
    again: ['cash-handovers'],
  });
