/** Predictors and insights by the names under which they are called. */
import { borrowerProfile } from './borrower-profile';
import * as insights from './insights';
import * as predictor from './predictor';
import * as recovery from './recovery';

export const insightEndpoints = {
  'loans.borrowerProfile': borrowerProfile,
  'recovery.forecast': recovery.recoveryForecast,
  'recovery.accounts': recovery.recoveryAccounts,
  'recovery.lists': recovery.recoveryLists,
  'recovery.addList': recovery.addRecoveryList,
  'recovery.deleteList': recovery.deleteRecoveryList,
  'predictor.model': predictor.predictorModel,
  'predictor.accounts': predictor.predictorAccounts,
  'predictor.account': predictor.predictorAccount,
  'predictor.override': predictor.overridePredictor,
  'insights.read': insights.readInsights,
  'insights.file': insights.insightsFile,
  'insights.views': insights.insightViews,
  'insights.saveView': insights.saveInsightView,
  'insights.deleteView': insights.deleteInsightView,
} as const;
