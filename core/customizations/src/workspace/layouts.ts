import type { Wrapping } from '../plugins/servers/parse-servers.ts';

export type DirectoryContents = 'skill' | 'agent' | 'prompt' | 'rule';

/** Where customizations lie in a folder. */
export interface FolderLayout {
  /** Files that declare servers. If two declare the same name, the first wins. */
  readonly servers: readonly { readonly file: string; readonly wrapping: Wrapping }[];
  readonly directories: readonly { readonly folder: string; readonly contents: DirectoryContents }[];
  /** Whether its servers work on the files in it, and start there. */
  readonly isProject: boolean;
  /** Files with instructions that apply to everything. */
  readonly instructions: readonly string[];
}

export const workspaceLayout: FolderLayout = {
  isProject: true,
  servers: [
    { file: '.loggia/host.json', wrapping: 'wrapped' },
    { file: '.vscode/agent-host.json', wrapping: 'wrapped' },
    { file: '.vscode/mcp.json', wrapping: 'wrapped' },
    { file: '.mcp.json', wrapping: 'wrapped-or-bare' },
  ],
  directories: [
    { folder: '.loggia/skills', contents: 'skill' },
    { folder: '.agents/skills', contents: 'skill' },
    { folder: '.claude/skills', contents: 'skill' },
    { folder: '.github/skills', contents: 'skill' },
    { folder: '.loggia/agents', contents: 'agent' },
    { folder: '.claude/agents', contents: 'agent' },
    { folder: '.github/agents', contents: 'agent' },
    { folder: '.loggia/prompts', contents: 'prompt' },
    { folder: '.claude/commands', contents: 'prompt' },
    { folder: '.github/prompts', contents: 'prompt' },
    { folder: '.loggia/rules', contents: 'rule' },
    { folder: '.github/instructions', contents: 'rule' },
  ],
  instructions: ['AGENTS.md', '.github/copilot-instructions.md'],
};

/** The folders in a home directory that several programs read, and what of them is for others to read. */
export const userLayouts = {
  /** Written by VS Code and the Copilot command line. */
  copilot: {
    isProject: false,
    servers: [{ file: 'mcp-config.json', wrapping: 'wrapped' }],
    directories: [],
    instructions: [],
  },
  agents: {
    isProject: false,
    servers: [],
    directories: [{ folder: 'skills', contents: 'skill' }],
    instructions: [],
  },
} as const satisfies Readonly<Record<string, FolderLayout>>;

/** A folder of the user who runs the host. */
export interface UserFolder {
  /** Absolute. */
  readonly path: string;
  readonly kind: keyof typeof userLayouts;
}
