import { workspaceUri, type Customization } from '@loggia/protocol';
import { useEffect, useMemo, useRef } from 'react';
import { useChannel } from '../../host/use-channel.ts';
import { asLabel } from '../../ui/foreign-words.ts';
import { attempt, tell } from '../../ui/toasts.tsx';
import { askApproval } from './ask-approval.ts';
import { waitingIn, type Waiting } from './waiting.ts';

const none: readonly Customization[] = [];

/** What waits for a decision in the workspace. */
export function useWaiting(workspace: string | undefined): readonly Waiting[] {
  const uri = workspace === undefined ? undefined : workspaceUri(workspace);
  const state = useChannel<{ readonly customizations?: readonly Customization[] }>(uri)?.state;
  const customizations = state?.customizations ?? none;
  return useMemo(() => waitingIn(customizations), [customizations]);
}

/** Says so when something begins to wait. The dialog opens when the user wants it: nobody else chooses that moment. */
export function useWaitingAnnounced(waiting: readonly Waiting[]): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(waiting.map(({ source }) => source));
    for (const { source, name, kind } of waiting) {
      if (told.current.has(source)) continue;
      const label = asLabel(name);
      const text =
        kind === 'registered'
          ? `“${label}” is waiting for your approval. Nothing runs before that.`
          : `“${label}” has changed since you trusted it. What changed doesn’t run.`;
      tell(text, { action: { label: 'Review', run: () => attempt(askApproval(source)) } });
    }
    // What comes back is news again.
    told.current = now;
  }, [waiting]);
}
