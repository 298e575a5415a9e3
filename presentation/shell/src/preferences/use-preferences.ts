import { useReadable } from '../host/use-channel.ts';
import { PreferenceStore, type Preferences } from './preferences.ts';

export const preferences = new PreferenceStore(localStorage);

export function usePreferences(): Preferences {
  return useReadable(preferences);
}
