import { preferences } from './use-preferences.ts';

/** Keeps the page in the theme that the user wants; `system` leaves it to the browser. */
export function applyTheme(): void {
  const follow = (): void => {
    const { theme } = preferences.getSnapshot();
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  };
  preferences.subscribe(follow);
  follow();
}
