import { workspaceUri, type Customization } from '@loggia/protocol';
import { useEffect, useMemo, useRef } from 'react';
import { useChannel } from '../../host/use-channel.ts';
import { asLabel } from '../../ui/foreign-words.ts';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { askApproval } from './ask-approval.ts';
import { waitingIn, type Waiting } from './waiting.ts';

/** What waits for a decision in the workspace; undefined until that is known. */
export function useWaiting(workspace: string | undefined): readonly Waiting[] | undefined {
  const uri = workspace === undefined ? undefined : workspaceUri(workspace);
  const state = useChannel<{ readonly customizations?: readonly Customization[] }>(uri)?.state;
  const customizations = state?.customizations;
  return useMemo(() => customizations && waitingIn(customizations), [customizations]);
}

/** Says so when something begins to wait. The dialog opens when the user wants it: nobody else chooses that moment. */
export function useWaitingAnnounced(waiting: readonly Waiting[] | undefined): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    // Another workspace is being opened: what the last one told of is no news in it.
    if (!waiting) return;
    const now = new Set(waiting.map(({ source }) => source));
    for (const { source, name, kind } of waiting) {
      if (told.current.has(source)) continue;
      const label = asLabel(name);
      const text =
        kind === 'registered'
          ? `“${label}” is waiting for your approval. It doesn’t run until then.`
          : `“${label}” has changed since you trusted it. What changed doesn’t run.`;
      tell(text, { action: { label: 'Review', run: () => attempt(askApproval(source)) } });
    }
    // What comes back is news again.
    told.current = now;
  }, [waiting]);
}
