import { ScriptedEquipment, SessionRig, userMessage, type EquipmentScript } from '@loggia/testing';
import { FakeProvider, type WireName } from '@loggia/testing/providers';
import type { ChatState, Message, ResponsePart, ToolCall } from '@loggia/protocol';
import { expect, onTestFinished } from 'vitest';
import { createHarness } from './create-harness.ts';
import type { ModelHarnessOptions } from './options.ts';
import type { Pause } from './retry.ts';

/** Every way in which we speak to models, and the options that choose it. */
export const wires: readonly {
  readonly wire: WireName;
  readonly options: ModelHarnessOptions;
}[] = [
  { wire: 'anthropic', options: { provider: 'anthropic' } },
  { wire: 'responses', options: { provider: 'openai' } },
  { wire: 'chat-completions', options: { provider: 'openai-compatible', baseURL: 'http://unset' } },
];

export const key = 'sk-a-very-secret-key';

/** A turn of several steps takes its time on a busy machine. */
const patienceMs = 15_000;

/** A model on a fake provider, in a real session. */
export interface ModelRig {
  readonly provider: FakeProvider;
  readonly host: SessionRig;
  readonly equipment: ScriptedEquipment;
  readonly session: string;
  readonly chat: string;
  /** How long it waited before each further attempt. */
  readonly waits: number[];
  say(message: string | Partial<Message>): Promise<string>;
  /** Says it and waits for the end of the turn. */
  turn(message: string | Partial<Message>, withinMs?: number): Promise<ChatState>;
}

export async function modelRig(
  { wire, options }: (typeof wires)[number],
  script: EquipmentScript = {},
  more: Partial<ModelHarnessOptions> = {},
  confirm: 'never' | 'always' = 'never',
  beat?: Pause,
): Promise<ModelRig> {
  const provider = await FakeProvider.open(wire);
  const waits: number[] = [];
  const models = [
    { id: 'large', name: 'Large', supportsVision: true, maxContextWindow: 200_000 },
    { id: 'small-fast', maxContextWindow: 1_000 },
  ];
  const harness = await createHarness(
    { models, apiKey: key, ...options, ...more, baseURL: more.baseURL ?? provider.baseURL },
    { env: {}, pause: async (ms) => void waits.push(ms), ...(beat && { beat }) },
  );
  const equipment = new ScriptedEquipment(script);
  const host = await SessionRig.open({ harnesses: [harness], equipment: equipment.attach, confirm });
  onTestFinished(async () => {
    await host.close();
    await provider.close();
  });
  const { session, chat } = await host.create();
  let turns = 0;
  const say = async (message: string | Partial<Message>) => {
    const turnId = `t${++turns}`;
    const startedAt = new Date(host.clock.now()).toISOString();
    const whole = { ...userMessage(''), ...(typeof message === 'string' ? { text: message } : message) };
    await host.dispatch(chat, { type: 'chat/turnStarted', turnId, startedAt, message: whole });
    return turnId;
  };
  return {
    ...{ provider, host, equipment, session, chat, waits, say },
    async turn(message, withinMs = patienceMs) {
      const turnId = await say(message);
      return host.until(chat, (state) => !state.activeTurn && state.turns.at(-1)?.id === turnId, withinMs);
    },
  };
}

/** Nothing was wrong with what we asked the provider, all was asked, and as many turns failed as were to fail. */
export function expectClean({ provider, host }: ModelRig, failed = 0): void {
  expect(provider.problems).toEqual([]);
  expect(provider.unused).toBe(0);
  expect(host.problems).toHaveLength(failed);
}

export function partsOf(state: ChatState): readonly ResponsePart[] {
  return (state.activeTurn ?? state.turns.at(-1))?.responseParts ?? [];
}

export function replyOf(state: ChatState): string {
  return partsOf(state)
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('|');
}

export function reasoningOf(state: ChatState): string {
  return partsOf(state)
    .flatMap((part) => (part.kind === 'reasoning' ? [part.content] : []))
    .join('|');
}

export function callsIn(state: ChatState): readonly ToolCall[] {
  return partsOf(state).flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

/** The sentence with which the turn ended, without what the session says around it. */
export function errorOf(state: ChatState): string | undefined {
  const parts = partsOf(state);
  const error = parts.find((part) => part.kind === 'error');
  return error?.error.message
    .replace(/^The agent stopped with an error: /, '')
    .replace(/ Resume to try again\.$/, '');
}
