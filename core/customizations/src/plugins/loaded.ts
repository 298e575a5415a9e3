import type { ChildCustomization, TextRange } from '@loggia/protocol';
import type { ServerDefinition } from '@loggia/mcp';
import type { WrittenServer } from './servers/written-server.ts';

/** A problem in one part of a plugin or configuration file. The rest of it works. */
export interface PartProblem {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Counts from 1. */
  readonly line?: number;
  /** A sentence that says what to do, without the file's name and line. */
  readonly message: string;
}

/** A server as it was found in a file, ready to be connected to. */
export interface DeclaredServer {
  readonly name: string;
  readonly uri: string;
  readonly range?: TextRange;
  /** Undefined if the declaration is invalid; `problem` says why. */
  readonly definition: ServerDefinition | undefined;
  /** The identity that decisions refer to. */
  readonly written: WrittenServer;
  /** A sentence; also among the problems of the file, with its line. */
  readonly problem?: string;
  /** Its author wants it off until the user turns it on. */
  readonly disabled?: true;
}

/** The events at which hooks run. */
export type HookEvent =
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'Stop';

/** The programs that a plugin wants to run at an event. */
export interface DeclaredHook {
  readonly event: HookEvent;
  /** The event as the plugin calls it. */
  readonly written: string;
  readonly handlers: readonly HookHandler[];
}

export interface HookHandler {
  /** Absent for all. */
  readonly matcher?: string;
  /** The shell for `command`; undefined if `command` is a program of its own, with `args`. */
  readonly shell: 'sh' | 'bash' | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Relative to the root. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** Nobody waits for it, and what it says doesn't count. */
  readonly inBackground: boolean;
}

/** A child other than a server, as the session shows it, without id and enablement. */
export type DeclaredChild =
  Exclude<ChildCustomization, { type: 'mcpServer' }> extends infer Child
    ? Child extends unknown
      ? Omit<Child, 'id' | 'enabled'> & {
          /** Relative to the root: its full text is read when it is used. */
          readonly file: string;
          /** The command lines of a hook. */
          readonly commands?: readonly string[];
          /** The programs of a hook that this host runs. */
          readonly hook?: DeclaredHook;
        }
      : never
    : never;

export type PluginFormat = 'agent-plugins' | 'open-plugin' | 'claude' | 'copilot' | 'bare';

export interface LoadedPlugin {
  readonly format: PluginFormat;
  readonly name: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly version?: string;
  /** The manifest, or the root if there is none. */
  readonly uri: string;
  readonly children: readonly DeclaredChild[];
  readonly servers: readonly DeclaredServer[];
  readonly problems: readonly PartProblem[];
  /** Paths beyond the usual ones that the manifest names, for `watchFolders`; relative to the root. */
  readonly alsoWatch?: readonly string[];
}

/**
 * The values that a declaration can refer to. The caller decides what is revealed: a plugin that names a variable gets
 * it only if the user allows that name.
 */
export interface Environment {
  variable(name: string): string | undefined;
  /** The working directory; absolute. Undefined outside any workspace. */
  readonly workspaceFolder?: string;
  /** A folder of the plugin's own that survives updates; created if it is missing. Only called if a server needs it. */
  dataFolder?(pluginUri: string): Promise<string>;
  /** Servers that don't say otherwise run in a sandbox, except those of plugins in these folders. Absent: none do. */
  readonly sandboxed?: { readonly except: readonly string[] };
}

/** A file system that is confined to its root: no name, however it is spelled or linked, leads out of it. */
export interface PluginFiles {
  /** The root, without a final slash. */
  readonly uri: string;
  /** The local folder of the files; undefined if they are elsewhere. Placeholders for the root become this. */
  readonly path: string | undefined;
  /** Undefined if there is no such file. Rejects if it is too large, isn't text, or leads outside. */
  read(file: string): Promise<string | undefined>;
  /**
   * Entries of a folder, sorted; empty if there is none. `''` is the root. Rejects if it leads outside or has too many.
   */
  list(directory: string): Promise<readonly FileEntry[]>;
}

export interface FileEntry {
  readonly name: string;
  /** `unusable`: a link that leads outside, in a cycle or nowhere, or something that isn't a file or folder. */
  readonly type: 'file' | 'directory' | 'unusable';
}
