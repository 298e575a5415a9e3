import type { ChatState, SessionState } from '@loggia/protocol';
import { useEffect } from 'react';
import { useHost } from '../host/host-context.tsx';
import { serversIn } from './server-facts.ts';
import { hasView } from './tool-call-view.tsx';

const load = () => import('./begin-view.ts');
/** Called directly once it is loaded: a promise would resolve only after the transcript was drawn. */
let begin: Awaited<ReturnType<typeof load>>['beginView'] | undefined;

/** Loads the code for Views ahead of time in a session whose servers have Apps. */
export function useLikelyViews({ customizations }: Pick<SessionState, 'customizations'>): void {
  const isLikely = serversIn(customizations).some(({ mcpApp }) => mcpApp !== undefined);
  useEffect(() => {
    if (!isLikely) return;
    const all = async (): Promise<void> => {
      const [early] = await Promise.all([load(), import('./shown-tool-call.tsx'), import('./bridge.ts')]);
      begin = early.beginView;
    };
    // If they can't be loaded now, the first View tries again.
    all().catch(() => undefined);
  }, [isLikely]);
}

/** A call in the visible chat will be on screen in a moment, so its View starts before that. */
export function useEarlyViews(session: string, chat: string, isWatched: () => boolean): void {
  const host = useHost();
  useEffect(() => {
    const view = host.chats.view<ChatState>(chat);
    let begun: string | undefined;
    return view.subscribe(() => {
      const { activeTurn } = view.state ?? {};
      const part = activeTurn?.responseParts.at(-1);
      if (!activeTurn || part?.kind !== 'toolCall') return;
      const { toolCallId: toolCall, status } = part.toolCall;
      if (toolCall === begun || (status !== 'streaming' && status !== 'running')) return;
      if (!hasView(part.toolCall) || !isWatched()) return;
      begun = toolCall;
      begin?.(host, { session, chat, turn: activeTurn.id, toolCall });
    });
  }, [host, session, chat, isWatched]);
}
