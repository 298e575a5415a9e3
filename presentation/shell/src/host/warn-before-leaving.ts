import type { ConnectionStatus, Readable } from '@loggia/client';
import type { UnsavedWork } from './unsaved-work.ts';

/** Has the browser ask before the page goes with text that can't be saved; in every other case it goes as usual. */
export function warnBeforeLeaving(
  page: Pick<Window, 'addEventListener'>,
  works: Pick<UnsavedWork, 'hasUnsavable'>,
  status: Pick<Readable<ConnectionStatus>, 'getSnapshot'>,
): void {
  page.addEventListener('beforeunload', (event) => {
    const connection = status.getSnapshot().phase === 'connected' ? 'connected' : 'away';
    if (works.hasUnsavable(connection)) event.preventDefault();
  });
}
