import type { OpenedSandbox } from '@loggia/protocol';
import { useEffect } from 'react';
import { tell } from '../ui/toasts.tsx';

const storageKey = 'loggia.told-of-shared-sandbox';

/** Once in each browser: Views are kept apart less well here than they could be. */
export function useSharedSandboxNote(sandbox: OpenedSandbox | undefined): void {
  const isShared = sandbox?.kind === 'shared';
  useEffect(() => {
    if (!isShared || localStorage.getItem(storageKey) !== null) return;
    localStorage.setItem(storageKey, 'yes');
    tell(
      'All Views share one sandbox here, because this host has no name for more. Set "sandbox" in its configuration to keep them apart.',
    );
  }, [isShared]);
}
