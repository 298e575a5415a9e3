import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChatState, ResponsePart, ToolCall } from '@loggia/protocol';
import { ScriptedEquipment, SessionRig, type EquipmentScript, type SessionRigOptions } from '@loggia/testing';
import { onTestFinished } from 'vitest';
import { createHarness, type AcpOptions } from './index.ts';

const program = fileURLToPath(new URL('fixtures/scripted-agent.testkit.mjs', import.meta.url));

/** One step of the scripted agent; see its file. */
export type Step = Readonly<Record<string, unknown>>;

export interface AcpRigOptions extends Pick<SessionRigOptions, 'disk' | 'confirm' | 'delegation'> {
  /** Agents besides the scripted one. */
  readonly others?: SessionRigOptions['harnesses'];
  readonly equipment?: EquipmentScript;
  readonly agent?: Partial<AcpOptions>;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of an earlier rig, to find the sessions of its agent again. */
  readonly folder?: string;
  readonly toolBudget?: number;
  /** Besides that one, and as they are now. */
  readonly moreFolders?: readonly string[];
}

/** A real process of a scripted agent, in real sessions. */
export interface AcpRig {
  readonly host: SessionRig;
  readonly equipment: ScriptedEquipment;
  readonly session: string;
  readonly chat: string;
  readonly folder: string;
  readonly kept: ReadonlyMap<string, string>;
  /** Starts a turn in which the agent does this. */
  say(steps: readonly Step[], chat?: string): Promise<string>;
  until(wanted: (state: ChatState) => boolean, chat?: string): Promise<ChatState>;
  /** Says it, and waits for the end of the turn. */
  turn(steps: readonly Step[], chat?: string): Promise<ChatState>;
  close(): Promise<void>;
}

export async function acpRig(options: AcpRigOptions = {}): Promise<AcpRig> {
  const folder = options.folder ?? (await realpath(await mkdtemp(path.join(os.tmpdir(), 'acp-'))));
  const harness = createHarness(
    {
      name: 'scripted',
      displayName: 'Scripted',
      command: process.execPath,
      args: [program],
      env: { SESSIONS: folder, ...options.env },
      ...options.agent,
    },
    { PATH: process.env['PATH'], SECRET_OF_HOST: 'secret', PASSED: 'on' },
  );
  const equipment = new ScriptedEquipment(options.equipment);
  const kept = new Map<string, string>();
  const host = await SessionRig.open({
    harnesses: [harness, ...(options.others ?? [])],
    ...(options.delegation && { delegation: options.delegation }),
    equipment: equipment.attach,
    confirm: options.confirm ?? 'never',
    ...(options.disk && { disk: options.disk }),
    settingsIn: () => ({ toolBudget: options.toolBudget }),
    filesIn: () => ({
      folders: async () => [folder, ...(options.moreFolders ?? [])],
      read: (file) => readFile(file, 'utf8'),
      write: (file, text) => writeFile(file, text),
    }),
    files: {
      holding: (_hashes, work) => work(),
      size: async () => undefined,
      read: () => Promise.reject(new Error('There are none.')),
      wordsIn: async () => undefined,
      take: async () => undefined,
      typeOf: async () => '',
      keep: async (bytes) => {
        const hash = String(kept.size);
        kept.set(hash, Buffer.from(bytes).toString());
        return { hash, size: bytes.length };
      },
    },
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (!isClosed) await host.close();
    isClosed = true;
  };
  onTestFinished(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  const { session, chat } = options.disk
    ? { session: 'ahp-session:/s', chat: (await host.session('ahp-session:/s')).defaultChat ?? '' }
    : await host.create();
  const until: AcpRig['until'] = async (wanted, of = chat) => {
    for (let waited = 0; waited < 30_000; waited += 10) {
      const state = await host.chat(of);
      if (wanted(state)) return state;
      await sleep(10);
    }
    throw new Error(`The chat did not get there: ${JSON.stringify(await host.chat(of), undefined, 2)}`);
  };
  const say: AcpRig['say'] = (steps, of = chat) =>
    host.say(of, JSON.stringify(steps), `turn-${randomUUID()}`);
  return {
    ...{ host, equipment, session, chat, folder, kept, say, until, close },
    turn: async (steps, of = chat) => {
      const { turns } = await host.chat(of);
      await say(steps, of);
      return until((state) => !state.activeTurn && state.turns.length > turns.length, of);
    },
  };
}

/** The parts of the last turn, or of the running one. */
export function partsOf({ activeTurn, turns }: ChatState): readonly ResponsePart[] {
  return (activeTurn ?? turns.at(-1))?.responseParts ?? [];
}

export function callsOf(state: ChatState): readonly ToolCall[] {
  return partsOf(state).flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

export function textOf(state: ChatState): string {
  return partsOf(state)
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('\n');
}

export function noticesOf(state: ChatState): readonly unknown[] {
  return partsOf(state).flatMap((part) => (part.kind === 'systemNotification' ? [part.content] : []));
}

export function errorOf(state: ChatState): string | undefined {
  return partsOf(state).flatMap((part) => (part.kind === 'error' ? [part.error.message] : []))[0];
}
