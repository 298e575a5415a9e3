import type { SessionState } from '@loggia/protocol';
import { createContext, useContext, useState } from 'react';

/** The place of a transcript's rows, and the actions that they offer. The same object until one of them changes. */
export interface Scene {
  readonly workspace: string;
  readonly session: string;
  readonly chat: string;
  readonly owners: Pick<SessionState, 'activeClients' | 'customizations'>;
  /** State that rows keep while they are scrolled out of sight and unmounted. */
  readonly memory: Map<string, unknown>;
  readonly canFork: boolean;
  /** Whether messages can be sent here. */
  readonly canSpeak: boolean;
  openChat(chat: string, turn?: string): void;
  /** The user has answered the question of a call or a request: the focus moves on. */
  answered(subject: string): void;
  fork(turn: string): void;
  /** Says it again, in other words: what came after that turn is discarded. */
  resend(turn: string, text: string): Promise<boolean>;
  resume(turn: string): void;
  /** Puts the message of a turn into the composer for editing; undefined where it couldn't be sent. */
  retryOf(turn: string): (() => void) | undefined;
}

export const SceneContext = createContext<Scene | undefined>(undefined);

export function useScene(): Scene {
  const scene = useContext(SceneContext);
  if (scene === undefined) throw new Error('There is no chat around this component.');
  return scene;
}

/** State that is still there when the row comes back into sight. Outside of a chat, nothing is scrolled out of it. */
export function useKept<Value>(key: string, initial: () => Value): [Value, (value: Value) => void] {
  const memory = useContext(SceneContext)?.memory;
  const [value, setValue] = useState<Value>(() =>
    memory?.has(key) === true ? (memory.get(key) as Value) : initial(),
  );
  const keep = (next: Value): void => {
    memory?.set(key, next);
    setValue(next);
  };
  return [value, keep];
}
