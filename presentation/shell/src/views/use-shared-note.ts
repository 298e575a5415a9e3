import type { OpenedSandbox } from '@loggia/protocol';
import { useEffect } from 'react';
import { tell } from '../ui/toast-queue.ts';

const storageKey = 'loggia.told-of-shared-sandbox';

/** Tells the user, once in each browser, that Views are isolated less well here than they could be. */
export function useSharedSandboxNote(sandbox: OpenedSandbox | undefined): void {
  const isShared = sandbox?.kind === 'shared';
  useEffect(() => {
    if (!isShared || localStorage.getItem(storageKey) !== null) return;
    localStorage.setItem(storageKey, 'yes');
    tell(
      'This host can’t give each View its own origin, so Views share one sandbox. Set "sandbox" in its configuration to separate them.',
    );
  }, [isShared]);
}
