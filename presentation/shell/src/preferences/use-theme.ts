import { useSyncExternalStore } from 'react';
import { preferences } from './use-preferences.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

export function currentTheme(): 'light' | 'dark' {
  const { theme } = preferences.getSnapshot();
  if (theme !== 'system') return theme;
  return dark.matches ? 'dark' : 'light';
}

export function onThemeChange(listener: () => void): () => void {
  const stop = preferences.subscribe(listener);
  dark.addEventListener('change', listener);
  return () => {
    stop();
    dark.removeEventListener('change', listener);
  };
}

/** The theme that is seen. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(onThemeChange, currentTheme);
}
