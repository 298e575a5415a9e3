/** The means of an agent's work in a turn, besides tools: files, programs, and what it keeps with the chat. */

/** The files in the folders that a chat works in, as far as the host grants them. Rejects with a sentence. */
export interface TurnFiles {
  /** Absolute paths, the primary folder first. A chat without folders works in the host's own. */
  folders(): Promise<readonly string[]>;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

/** A program for the host to run. */
export interface TerminalRequest {
  /** A line for the user's shell; with `args`, a program. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Besides the few variables that every program gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** An absolute path in the folders that the chat works in; the primary folder without it. */
  readonly cwd?: string;
}

/** The end of a program's output as plain text, and its exit code if it has ended by itself. */
export interface TerminalReading {
  readonly output: string;
  readonly exitCode?: number;
}

/** A program in a terminal of the session, which users can watch and type into. It ends with the turn. */
export interface TurnTerminal {
  /** The URI of the terminal. */
  readonly resource: string;
  readonly title: string;
  read(): Promise<TerminalReading>;
  /** Resolves when it has ended. */
  exited(): Promise<TerminalReading>;
  /** Ends it, by force if it doesn't end by itself. Its output can still be read. */
  end(): void;
}

/**
 * Runs programs for the agent. Each waits for the user's yes, unless the user has just agreed to a call of the agent's
 * own with the same command in its input, or has allowed commands. Rejects with a sentence for the agent.
 */
export interface TurnTerminals {
  start(request: TerminalRequest): Promise<TurnTerminal>;
}

/** Ends processes with the host, however it ends. */
export interface ProcessGuard {
  /** Call this before a process is started. These variables must be in its environment. */
  starting(): Readonly<Record<string, string>>;
  /** Takes the process group, by the id of its leader. Call the result when the group has ended. */
  started(group: number): () => void;
}

/** JSON that a harness keeps with a chat, such as its own id for the conversation. It is deleted with the chat. */
export interface ChatMemory {
  /** The value that this agent kept last; undefined if another agent has kept one since. */
  read(): Promise<unknown>;
  keep(value: unknown): void;
}
