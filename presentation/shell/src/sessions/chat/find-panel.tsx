import type { ChatState } from '@loggia/protocol';
import { useMemo } from 'react';
import { complain } from '../../ui/toast-queue.ts';
import { FindBar } from '../transcript/find-bar.tsx';
import { rowsOf } from '../transcript/rows.ts';
import type { TranscriptHandle } from '../transcript/transcript.tsx';

export interface Find {
  readonly query: string;
  /** The row of the current match. */
  readonly current: string | undefined;
}

/** The search in a chat, which takes its transcript to what was found. */
export function FindPanel({
  workspace,
  chat,
  state,
  find,
  onFind,
  transcript,
}: {
  readonly workspace: string;
  readonly chat: string;
  readonly state: ChatState;
  readonly find: Find;
  onFind(find: Find | undefined): void;
  readonly transcript: { readonly current: TranscriptHandle | null };
}) {
  const { turns, activeTurn } = state;
  const rows = useMemo(() => rowsOf(activeTurn ? { turns, activeTurn } : { turns }), [turns, activeTurn]);
  return (
    <FindBar
      workspace={workspace}
      chat={chat}
      rows={rows}
      hasMore={state.turnsNextCursor !== undefined}
      query={find.query}
      current={find.current}
      onQuery={(query) => onFind({ query, current: undefined })}
      onMatch={(current) => {
        onFind({ ...find, current });
        transcript.current?.toRow(current);
      }}
      onTurn={(turn) => {
        transcript.current?.toTurn(turn).catch(complain);
      }}
      onClose={() => onFind(undefined)}
    />
  );
}
