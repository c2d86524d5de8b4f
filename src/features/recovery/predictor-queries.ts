/** What the advanced predictor asks the server. */
import { predictorAccount, predictorModel } from '../../../core/contract/predictor';
import { useAnswer } from '../../api';

export const PREDICTOR = 'predictor';

export const usePredictorModel = () => useAnswer(predictorModel, [PREDICTOR, 'model'], {});

export const usePredictorAccount = (loanId: string) =>
  useAnswer(predictorAccount, [PREDICTOR, 'account', loanId], { params: { loanId } });
