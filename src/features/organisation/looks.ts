import { t } from '../../i18n';
import type { Look } from '../../ui/kit';

export const activeLook = (active: boolean): Look =>
  active
    ? { words: t('Active'), tone: 'paid', icon: 'check' }
    : { words: t('Inactive'), tone: 'neutral', icon: 'blocked' };
