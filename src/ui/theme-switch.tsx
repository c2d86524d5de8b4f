import { useSyncExternalStore } from 'react';
import { t } from '../i18n';
import { SegmentedChoice } from './choices';
import { chooseTheme, storedTheme, subscribeTheme, type Theme } from './theme-choice';

/** The theme in force and how to change it. */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribeTheme, storedTheme), choose: chooseTheme };
}

/** Auto, light, dark, sunlight. */
export function ThemeSwitch({ columns = 2 }: { columns?: number }) {
  const { theme, choose } = useTheme();
  return (
    <SegmentedChoice<Theme>
      label={t('Theme')}
      columns={columns}
      value={theme}
      onChange={choose}
      options={[
        { value: 'system', label: t('Like the phone'), icon: 'phone' },
        { value: 'light', label: t('Light'), icon: 'sun' },
        { value: 'dark', label: t('Dark'), icon: 'moon' },
        { value: 'contrast', label: t('Sunlight'), icon: 'contrast' },
      ]}
    />
  );
}
