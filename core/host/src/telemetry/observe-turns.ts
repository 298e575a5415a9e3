import { createHash } from 'node:crypto';
import type { Channel, ChannelObserver, Clock } from '@loggia/kernel';
import type { ChatAction, UsageInfo } from '@loggia/protocol';
import type { Telemetry } from './telemetry.ts';

/** Calls, and turns with usage, that haven't ended yet. */
const mostOpen = 10_000;

/** Turns and tool calls, seen in the log of chats: how long they took and how they ended. */
export function observeTurns(telemetry: Telemetry, clock: Clock): ChannelObserver {
  const calls = new Map<string, { readonly startMs: number; readonly tool: string }>();
  /** The usage that is already counted, by turn: actions have totals, and counters want increments. */
  const counted = new Map<string, UsageInfo>();

  function turnEnded(chat: Channel, turnId: string, duration: number, status: string): void {
    // Calls that nobody ended end with their turn.
    const left = [...calls.keys()].filter((key) => key.startsWith(`${chat.uri} ${turnId} `));
    for (const key of left) callEnded(chat, key, turnId, 'cancelled');
    // A turn that is resumed counts from zero.
    counted.delete(`${chat.uri} ${turnId}`);
    telemetry.duration('loggia.turn.duration', duration, { status });
    if (!telemetry.watches('traces')) return;
    const endMs = clock.now();
    telemetry.span({
      ...idsOf(chat.uri, turnId),
      ...{ name: 'turn', startMs: endMs - Math.min(Math.max(0, duration), endMs), endMs },
      failed: status === 'error',
      attributes: { ...placeOf(chat), 'loggia.turn': turnId, 'loggia.status': status },
    });
  }

  function callEnded(chat: Channel, key: string, turnId: string, status: string): void {
    const call = calls.get(key);
    if (!call) return;
    calls.delete(key);
    const endMs = clock.now();
    telemetry.duration('loggia.tool_call.duration', endMs - call.startMs, { status });
    if (!telemetry.watches('traces')) return;
    const { traceId, spanId: parentSpanId } = idsOf(chat.uri, turnId);
    telemetry.span({
      ...{ traceId, parentSpanId, spanId: idsOf(key).spanId },
      ...{ name: 'tool call', startMs: call.startMs, endMs, failed: status === 'error' },
      attributes: {
        ...placeOf(chat),
        'loggia.turn': turnId,
        'loggia.tool': call.tool,
        'loggia.status': status,
      },
    });
  }

  function usageReported(turn: string, usage: UsageInfo): void {
    const before = counted.get(turn);
    if (counted.size >= mostOpen) counted.clear();
    counted.set(turn, usage);
    for (const direction of ['input', 'output'] as const) {
      const more = (usage[`${direction}Tokens`] ?? 0) - (before?.[`${direction}Tokens`] ?? 0);
      if (more > 0) telemetry.add('loggia.tokens', '{token}', more, { direction });
    }
  }

  function appended(chat: Channel, action: ChatAction): void {
    switch (action.type) {
      case 'chat/turnComplete':
        return turnEnded(chat, action.turnId, action.duration, 'complete');
      case 'chat/turnCancelled':
        return turnEnded(chat, action.turnId, action.duration, 'cancelled');
      case 'chat/error':
        return turnEnded(chat, action.turnId, action.duration, 'error');
      case 'chat/usage':
        return usageReported(`${chat.uri} ${action.turnId}`, action.usage);
      case 'chat/toolCallStart':
        if (calls.size >= mostOpen) calls.clear();
        return void calls.set(keyOf(chat, action), { startMs: clock.now(), tool: action.toolName });
      case 'chat/toolCallComplete':
        return callEnded(
          chat,
          keyOf(chat, action),
          action.turnId,
          action.result.success ? 'complete' : 'error',
        );
      default:
        return undefined;
    }
  }

  return {
    appended: (channel, action) => {
      if (channel.kind === 'chat') appended(channel, action as ChatAction);
    },
    removed: () => undefined,
  };
}

function placeOf({ uri, parent }: Channel): Record<string, string> {
  return { 'loggia.chat': uri, ...(parent !== undefined && { 'loggia.session': parent }) };
}

function keyOf(chat: Channel, { turnId, toolCallId }: { turnId: string; toolCallId: string }): string {
  return `${chat.uri} ${turnId} ${toolCallId}`;
}

/** The same turn has the same ids wherever they are computed, without keeping any. */
function idsOf(...names: readonly string[]): { readonly traceId: string; readonly spanId: string } {
  const hash = createHash('sha256').update(names.join(' ')).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}
