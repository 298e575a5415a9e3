import { preferences } from '../preferences/use-preferences.ts';
import { isNarrow } from '../ui/use-narrow.ts';
import { currentRoute, navigate } from './use-route.ts';

/** Brings a composer on screen: that of the session that is open, or that of the dock. */
export function showConversation(): void {
  if (currentRoute().page === 'session') return;
  // Where there isn't room for a dock.
  if (isNarrow()) navigate({ page: 'session' });
  else preferences.set({ dockOpen: true });
}
