import { getSupport } from '../../../core/contract/support';
import { useAnswer } from '../../api';

/** Whom to ask changes seldom, and stands on every home. Apart from the other queries, whose contracts no home loads. */
export const useSupport = () => useAnswer(getSupport, ['support'], {}, { staleTime: 10 * 60_000 });
