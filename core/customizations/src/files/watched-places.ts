/** A folder below a root in which things may appear that are read, and how many levels of it are read. */
export interface WatchedPlace {
  readonly path: string;
  readonly levels: number;
}

/** The parts of a root that are read, as far as that is known in advance. */
export interface WatchedPlaces {
  readonly files: readonly string[];
  readonly folders: readonly WatchedPlace[];
}

const parts: readonly WatchedPlace[] = [
  { path: 'skills', levels: 2 },
  { path: 'agents', levels: 2 },
  { path: 'commands', levels: 3 },
  { path: 'prompts', levels: 3 },
  { path: 'rules', levels: 3 },
  { path: 'instructions', levels: 3 },
  { path: 'hooks', levels: 1 },
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

/** Everything that plugins and workspaces are read from at its usual place. */
const usualPlaces: WatchedPlaces = {
  files: [
    ...manifestFolders.flatMap((folder) => [`${folder}plugin.json`, `${folder}marketplace.json`]),
    '.agents/plugins/marketplace.json',
    '.mcp.json',
    'mcp.json',
    'hooks.json',
    'SKILL.md',
    'AGENTS.md',
    '.github/copilot-instructions.md',
    '.loggia/host.json',
    '.vscode/agent-host.json',
    '.vscode/mcp.json',
  ],
  folders: holders.flatMap((holder) => parts.map(({ path, levels }) => ({ path: holder + path, levels }))),
};

export function placesWith(also: readonly string[]): WatchedPlaces {
  return {
    files: [...usualPlaces.files, ...also],
    folders: [...usualPlaces.folders, ...also.map((path) => ({ path, levels: 3 }))],
  };
}

function isWithin(folder: string, file: string): boolean {
  return folder === '' || file === folder || file.startsWith(`${folder}/`);
}

function levelsBelow(folder: string, file: string): number {
  return file === folder ? 0 : file.slice(folder === '' ? 0 : folder.length + 1).split('/').length;
}

/** Whether entries of this folder can matter; `''` is the root. */
export function isFolderWatched({ files, folders }: WatchedPlaces, folder: string): boolean {
  if (folder === '') return true;
  if (files.some((file) => file !== folder && isWithin(folder, file))) return true;
  return folders.some(
    ({ path, levels }) =>
      isWithin(folder, path) || (isWithin(path, folder) && levelsBelow(path, folder) < levels),
  );
}

/** Temporary files that editors create beside a file while they write it. */
const passing = /~$|\.(?:sw[a-z]|tmp|lock|bak)$/i;

/** Whether a change of this entry can change what is read. */
export function isChangeTold(places: WatchedPlaces, file: string): boolean {
  if (places.files.some((each) => isWithin(file, each))) return true;
  return places.folders.some(({ path, levels }) => {
    if (isWithin(file, path)) return true;
    const level = levelsBelow(path, file);
    if (!isWithin(path, file) || level > levels || passing.test(file)) return false;
    // At the last level there are only files, and what has another ending is read by nobody.
    return level < levels || /\.(?:mdc?|json)$/i.test(file);
  });
}
