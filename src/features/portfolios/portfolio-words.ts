/** Names of what a portfolio consists of, in the user's language. Called while drawing. */
import type { AgeingMode, PaymentEffect, StabRule } from '../../../core/domain/ageing';
import { LANGUAGES } from '../../../core/domain/languages';
import type { PortfolioTab } from '../../../core/domain/portfolio-rules';
import type { Approver } from '../../../core/domain/settlement-matrix';
import { t } from '../../i18n';
import type { Option } from '../../ui/kit';

export const tabWords = (): Record<PortfolioTab, string> => ({
  details: t('Details'),
  script: t('Script & communication'),
  foreclosure: t('Foreclosure & settlement'),
  incentive: t('Incentive'),
});

export const channelWords = (): Record<string, string> => ({
  call: t('Call'),
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  visit: t('Visit'),
  letter: t('Letter'),
});

export const approverWords = (): Record<Approver, string> => ({
  CRM_MANAGER: t('Manager'),
  CRM_SUPERMANAGER: t('Super manager'),
  CLIENT_ADMIN: t('Client admin'),
  CRM_TENANTADMIN: t('Tenant admin'),
});

/** South Indian languages first, each with the name its speakers use. */
export const languageOptions = (): Option[] =>
  LANGUAGES.map(({ code, name, native }) => ({ value: code, label: t(name), hint: native }));

export const regionWords = (): Record<'North' | 'South' | 'East' | 'West', string> => ({
  North: t('North'),
  South: t('South'),
  East: t('East'),
  West: t('West'),
});

export const ageingWords = (): Record<AgeingMode, string> => ({
  file: t('As the lender’s file says'),
  calendar: t('A day each day while something is overdue'),
});

export const paymentEffectWords = (): Record<PaymentEffect, string> => ({
  clears: t('0 once nothing is overdue'),
  instalments: t('A month less for each instalment paid'),
  none: t('Nothing, until the next file'),
});

export const stabWords = (): Record<StabRule, string> => ({
  resolved: t('Is resolved'),
  'resolved-to-90': t('Is resolved if it began at most 90 days past due'),
  open: t('Is not resolved'),
});
