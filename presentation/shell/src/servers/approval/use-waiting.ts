import { workspaceUri, type Customization } from '@loggia/protocol';
import { useEffect, useMemo, useRef } from 'react';
import { useChannel } from '../../host/use-channel.ts';
import { asLabel } from '../../ui/foreign-words.ts';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { askApproval } from './ask-approval.ts';
import { waitingIn, type Waiting } from './waiting.ts';

/** The sources in the workspace that wait for a decision; undefined until they are known. */
export function useWaiting(workspace: string | undefined): readonly Waiting[] | undefined {
  const uri = workspace === undefined ? undefined : workspaceUri(workspace);
  const state = useChannel<{ readonly customizations?: readonly Customization[] }>(uri)?.state;
  const customizations = state?.customizations;
  return useMemo(() => customizations && waitingIn(customizations), [customizations]);
}

/** Announces new waiting sources. Only the user opens the dialog, so that nobody else chooses that moment. */
export function useWaitingAnnounced(waiting: readonly Waiting[] | undefined): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    // While another workspace is opening, don't announce the previous one's sources.
    if (!waiting) return;
    const now = new Set(waiting.map(({ source }) => source));
    for (const { source, name, kind } of waiting) {
      if (told.current.has(source)) continue;
      const label = asLabel(name);
      const text =
        kind === 'registered'
          ? `“${label}” is waiting for your approval. It doesn’t run until then.`
          : `“${label}” has changed since you trusted it. The changes don’t run.`;
      tell(text, { action: { label: 'Review', run: () => attempt(askApproval(source)) } });
    }
    // A source that returns is announced again.
    told.current = now;
  }, [waiting]);
}
