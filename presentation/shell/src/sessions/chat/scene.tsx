import type { SessionState } from '@loggia/protocol';
import { createContext, useContext, useState } from 'react';

/** Where the rows of a transcript are, and what they can have done. The same object while nothing of it changes. */
export interface Scene {
  readonly workspace: string;
  readonly session: string;
  readonly chat: string;
  readonly owners: Pick<SessionState, 'activeClients' | 'customizations'>;
  /** What rows want to keep while they are scrolled out of sight and not drawn. */
  readonly memory: Map<string, unknown>;
  readonly canFork: boolean;
  /** Whether messages can be sent here. */
  readonly canSpeak: boolean;
  openChat(chat: string, turn?: string): void;
  fork(turn: string): void;
  /** Says it again, in other words: what came after that turn is discarded. */
  resend(turn: string, text: string): Promise<boolean>;
  resume(turn: string): void;
}

export const SceneContext = createContext<Scene | undefined>(undefined);

export function useScene(): Scene {
  const scene = useContext(SceneContext);
  if (scene === undefined) throw new Error('There is no chat around this component.');
  return scene;
}

/** State that is still there when the row comes back into sight. */
export function useKept<Value>(key: string, initial: () => Value): [Value, (value: Value) => void] {
  const { memory } = useScene();
  const [value, setValue] = useState<Value>(() => (memory.has(key) ? (memory.get(key) as Value) : initial()));
  const keep = (next: Value): void => {
    memory.set(key, next);
    setValue(next);
  };
  return [value, keep];
}
