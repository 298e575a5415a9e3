import path from 'node:path';
import type { ResponsePart, SessionState, Turn } from '@loggia/protocol';
import { createHarness } from '@loggia/testing';
import { openEngineOn } from '../wire/engine-server.ts';

/** The location of a chat in the shell. */
export interface StoredChat {
  readonly session: string;
  readonly chat: string;
  readonly turns: number;
}

/** In the last message of every chat, and nowhere else. */
export const lastWords = 'That was the last of them.';

export function turnId(index: number): string {
  return `past-${index}`;
}

/** Sessions whose chats have these numbers of turns, in a data directory for a host to start on. */
export async function storeChats(directory: string, counts: readonly number[]): Promise<StoredChat[]> {
  const engine = await openEngineOn(path.join(directory, 'loggia.db'), [createHarness()]);
  const stored: StoredChat[] = [];
  for (const count of counts) {
    const channel = `ahp-session:/with-${count}`;
    const turns = Array.from({ length: count }, (_, index) => pastTurn(index, index === count - 1));
    await engine.sessions.createSession({ channel, provider: 'echo' }, 'filler', { turns });
    await engine.kernel.settled();
    const { defaultChat } = (await engine.kernel.load<SessionState>(channel))?.state ?? {};
    stored.push({ session: channel, chat: defaultChat ?? '', turns: count });
  }
  await engine.stop();
  return stored;
}

/** Typical turns in rotation: a short answer, a long one with lists and code, a call. */
function pastTurn(index: number, isLast: boolean): Turn {
  const kinds = [shortAnswer, longAnswer, call];
  const parts = kinds[index % kinds.length]?.(index) ?? [];
  const end: ResponsePart = { kind: 'markdown', id: 'end', content: lastWords };
  return {
    id: turnId(index),
    startedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    duration: 1500,
    message: { text: `Question ${index}: ${prose(index, 12)}`, origin: { kind: 'user' } },
    responseParts: isLast ? [...parts, end] : parts,
    usage: { inputTokens: 1200 + index, outputTokens: 300 },
    state: 'complete',
  };
}

function shortAnswer(index: number): ResponsePart[] {
  return [{ kind: 'markdown', id: 'said', content: `Answer ${index}. ${prose(index, 60)}` }];
}

function longAnswer(index: number): ResponsePart[] {
  const content = [
    `## Answer ${index}`,
    prose(index, 40),
    ['first', 'second', 'third'].map((name, at) => `- **${name}**: ${prose(index + at, 9)}`).join('\n'),
    '```ts\n' +
      Array.from({ length: 8 }, (_, line) => `const value${line} = compute(${index}, ${line});`).join('\n') +
      '\n```',
    `In short, \`value7\` is what you want. ${prose(index + 5, 20)}`,
  ].join('\n\n');
  return [{ kind: 'markdown', id: 'said', content }];
}

function call(index: number): ResponsePart[] {
  const toolCall = {
    status: 'completed' as const,
    toolCallId: `call-${index}`,
    toolName: 'look_up',
    displayName: 'Look up',
    invocationMessage: `Looking up ${index}`,
    toolInput: JSON.stringify({ index, words: prose(index, 6) }),
    confirmed: 'not-needed' as const,
    success: true,
    pastTenseMessage: `Looked up ${index}`,
    content: [{ type: 'text' as const, text: prose(index, 50) }],
  };
  return [
    { kind: 'markdown', id: 'before', content: 'Let me see.' },
    { kind: 'toolCall', toolCall },
    { kind: 'markdown', id: 'after', content: `Answer ${index}. ${prose(index, 25)}` },
  ];
}

const words =
  'the desk holds what was made and every change of it is kept with a reason for whoever asks'.split(' ');

/** The same in every run. */
function prose(seed: number, length: number): string {
  return Array.from({ length }, (_, at) => words[(seed * 7 + at * 5) % words.length]).join(' ');
}
