import type { ToolCall } from '@loggia/protocol';
import { lazy, Suspense, type ReactNode } from 'react';
import { Skeleton } from '../ui/states.tsx';
import { useViews } from './wanted.ts';
import { viewUriOf } from './tool-result.ts';

// The code for Views is loaded with the first View, or when one is likely.
const ShownToolCall = lazy(async () => ({
  default: (await import('./shown-tool-call.tsx')).ShownToolCall,
}));

/** Whether a tool call has a View to show beside its text. */
export function hasView(toolCall: ToolCall): boolean {
  return viewUriOf(toolCall) !== undefined;
}

/** The View of a tool call, identified by its place in the chat. `inline`: in a transcript, as tall as it wants. */
export function ToolCallView(props: {
  readonly session: string;
  readonly chat: string;
  readonly turn: string;
  readonly toolCall: string;
  readonly slot: 'inline' | 'window';
  /** Shown below the View's place while the View can't be shown. */
  readonly instead?: ReactNode;
  /** False while the call itself, next to the View, asks for the sign-in. */
  readonly offersSignIn?: boolean;
}) {
  useViews();
  return (
    <Suspense fallback={<Skeleton style={{ height: props.slot === 'inline' ? 274 : '100%' }} />}>
      <ShownToolCall {...props} />
    </Suspense>
  );
}
