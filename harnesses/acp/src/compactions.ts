import type { OwnCall } from '@loggia/sessions/harness';
import { wordsOf } from './own-calls.ts';
import type { SessionUpdate } from './protocol.ts';

type CompactionUpdate = Extract<
  SessionUpdate,
  { sessionUpdate: 'compaction_update' | 'compaction_summary_chunk' }
>;

/** An agent that replaces its older messages with a summary. It is shown like a call, whose result is the summary. */
export class Compactions {
  readonly #calls = new Map<string, OwnCall>();
  readonly #summaries = new Map<string, string>();

  updated(update: CompactionUpdate): OwnCall {
    const { compactionId: key } = update;
    const before = this.#calls.get(key) ?? callOf(key, 'in_progress');
    const isChunk = update.sessionUpdate === 'compaction_summary_chunk';
    const summary = isChunk
      ? `${this.#summaries.get(key) ?? ''}${wordsOf(update.content)}`
      : (update.summary?.map(wordsOf).join('\n') ?? this.#summaries.get(key) ?? '');
    this.#summaries.set(key, summary);
    const call = isChunk ? before : callOf(key, update.status);
    this.#calls.set(key, call);
    const failure = isChunk ? undefined : update.error;
    const text = [summary, failure ?? ''].filter(Boolean).join('\n\n');
    return { ...call, ...(text !== '' && { content: [{ kind: 'text', text }] }) };
  }

  /** Those whose end the agent hasn't told of. */
  unfinished(): readonly OwnCall[] {
    const running = [...this.#calls].filter(([, { status }]) => status === 'running');
    return running.map(([key]) => callOf(key, 'cancelled'));
  }
}

const words = {
  in_progress: ['running', 'Summarizing the conversation'],
  completed: ['done', 'Summarized the conversation'],
  failed: ['failed', 'Could not summarize the conversation'],
  cancelled: ['failed', 'Stopped summarizing the conversation'],
} as const;

function callOf(key: string, told: string): OwnCall {
  const [status, title] = words[told as keyof typeof words] ?? words.in_progress;
  return { id: `x-loggia-compaction-${key}`, name: 'compaction', title, status };
}
