/** A folder below a root that files are read from, and the number of levels that are read. */
export interface WatchedFolder {
  readonly path: string;
  readonly levels: number;
  /** Further levels, of which only skills are read. */
  readonly skillLevels?: number;
}

/** The parts of a root that are read, as far as that is known in advance. */
export interface WatchedPaths {
  readonly files: readonly string[];
  readonly folders: readonly WatchedFolder[];
}

const parts: readonly WatchedFolder[] = [
  { path: 'skills', levels: 2, skillLevels: 6 },
  { path: 'agents', levels: 2 },
  { path: 'commands', levels: 3 },
  { path: 'prompts', levels: 3 },
  { path: 'rules', levels: 3 },
  { path: 'instructions', levels: 3 },
  { path: 'hooks', levels: 1 },
  { path: 'steering', levels: 3 },
];
const holders = ['', '.loggia/', '.claude/', '.github/', '.agents/', 'com.github.copilot/'];
const manifestFolders = [
  '',
  '.plugin/',
  '.claude-plugin/',
  '.github/plugin/',
  '.cursor-plugin/',
  '.codex-plugin/',
  '.kimi-plugin/',
];

/** Everything that plugins and workspaces are read from at its usual path. */
const usualPaths: WatchedPaths = {
  files: [
    ...manifestFolders.flatMap((folder) => [`${folder}plugin.json`, `${folder}marketplace.json`]),
    '.agents/plugins/marketplace.json',
    '.mcp.json',
    'mcp.json',
    'mcp-config.json',
    'hooks.json',
    'SKILL.md',
    'POWER.md',
    '.app.json',
    'AGENTS.md',
    '.github/copilot-instructions.md',
    '.loggia/host.json',
    '.vscode/agent-host.json',
    '.vscode/mcp.json',
  ],
  folders: holders.flatMap((holder) =>
    parts.map(({ path, ...levels }) => ({ path: holder + path, ...levels })),
  ),
};

export function pathsWith(also: readonly string[]): WatchedPaths {
  return {
    files: [...usualPaths.files, ...also],
    folders: [...usualPaths.folders, ...also.map((path) => ({ path, levels: 3 }))],
  };
}

function isWithin(folder: string, file: string): boolean {
  return folder === '' || file === folder || file.startsWith(`${folder}/`);
}

function levelsBelow(folder: string, file: string): number {
  return file === folder ? 0 : file.slice(folder === '' ? 0 : folder.length + 1).split('/').length;
}

/** Whether entries of this folder can matter; `''` is the root. */
export function isFolderWatched({ files, folders }: WatchedPaths, folder: string): boolean {
  if (folder === '') return true;
  if (files.some((file) => file !== folder && isWithin(folder, file))) return true;
  return folders.some(
    ({ path, levels, skillLevels = levels }) =>
      isWithin(folder, path) ||
      (isWithin(path, folder) &&
        (levelsBelow(path, folder) < levels ||
          (levelsBelow(path, folder) < skillLevels && !isPlainMaterial(path, folder)))),
  );
}

/** Folders within a skill that hold its own files, and never another skill. */
function isPlainMaterial(path: string, entry: string): boolean {
  const names = entry.slice(path.length + 1).split('/');
  return names.some((name) => /^(?:\..*|node_modules|scripts|assets)$/.test(name));
}

/** Temporary files that editors create beside a file while they write it. */
const passing = /~$|\.(?:sw[a-z]|tmp|lock|bak)$/i;

/** Whether a change of this entry can affect what is read. */
export function isChangeTold(paths: WatchedPaths, file: string): boolean {
  if (paths.files.some((each) => isWithin(file, each))) return true;
  return paths.folders.some(({ path, levels, skillLevels = levels }) => {
    if (isWithin(file, path)) return true;
    const level = levelsBelow(path, file);
    if (!isWithin(path, file) || level > skillLevels || passing.test(file)) return false;
    // A new folder may have a skill in it.
    if (skillLevels > levels && level >= levels && !isPlainMaterial(path, file)) {
      const name = file.slice(file.lastIndexOf('/') + 1);
      if (name === 'SKILL.md' || !name.includes('.')) return true;
    }
    if (level > levels) return false;
    // The last level only has files, and other extensions aren't read.
    return level < levels || /\.(?:mdc?|json)$/i.test(file);
  });
}
