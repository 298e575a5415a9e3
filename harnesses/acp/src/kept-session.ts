/** Kept with a chat, so that its agent's session can be found again. */
export interface KeptSession {
  readonly sessionId: string;
  readonly cwd: string;
  /** The last turn that the agent's session knows. */
  readonly turn: string;
  /** The agent can delete its sessions. */
  readonly deletes?: boolean;
  /** US dollars that the session has cost so far, where the agent says it. */
  readonly cost?: number;
}

export function keptIn(value: unknown): KeptSession | undefined {
  const { sessionId, cwd, turn, deletes, cost } = (value ?? {}) as Partial<KeptSession>;
  if (typeof sessionId !== 'string' || typeof cwd !== 'string' || typeof turn !== 'string') return undefined;
  return {
    ...{ sessionId, cwd, turn },
    ...(deletes === true && { deletes }),
    ...(typeof cost === 'number' && { cost }),
  };
}
