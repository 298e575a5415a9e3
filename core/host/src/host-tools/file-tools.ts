import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ProtocolError } from '@loggia/protocol';
import { hostTool, succeeded, type FindFiles, type HostTool } from '@loggia/sessions';
import type { RunningCall } from '@loggia/sessions/equipment';
import { z } from 'zod';

/** How many files one call lists. */
const mostFiles = 500;
/** How many characters one call reads, unless it asks for fewer. */
const mostText = 20_000;

export interface FileToolPorts {
  /** The folders that the chat works in, by their addresses. */
  foldersOf(call: Pick<RunningCall, 'session' | 'chat'>): readonly string[];
  readonly findFiles: FindFiles;
  /** Rejects for everything outside of the folders; undefined for a folder. */
  read(uri: string, folders: readonly string[]): Promise<{ name: string; bytes: Uint8Array } | undefined>;
  /** The words in a file that isn't text itself; undefined if none are known. */
  wordsIn(file: { name: string; bytes: Uint8Array }): Promise<string | undefined>;
  /** Whether the agent has file tools of its own. */
  hasOwn(agent: string): boolean;
}

const reads = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** Tools for agents that can't look into the session's folders otherwise. */
export function fileTools(ports: FileToolPorts): readonly HostTool[] {
  const { foldersOf, findFiles, hasOwn } = ports;
  const describe =
    (text: string): Parameters<typeof hostTool>[0]['describe'] =>
    ({ workingDirectories = [] }, agent) =>
      workingDirectories.length > 0 && !hasOwn(agent) ? text : undefined;
  return [
    hostTool({
      name: 'list_files',
      title: 'List files',
      annotations: reads,
      input: z.strictObject({
        query: z
          .string()
          .max(500)
          .describe('A part of the path or the name, such as "src/" or ".md"; without it, all files.')
          .optional(),
      }),
      describe: describe(
        "Lists the files in the session's folders, also in folders inside them, without hidden ones and packages. Read one with read_file.",
      ),
      target: ({ query = '' }) => query,
      run: async ({ query = '' }, call) => {
        const folders = foldersOf(call);
        const found = await findFiles(folders, query, mostFiles + 1);
        const paths = found.slice(0, mostFiles).map((file) => shownPath(file, folders));
        const more =
          found.length > mostFiles ? [`[Only the first ${mostFiles}. Narrow it with "query".]`] : [];
        const text = [...paths, ...more].join('\n');
        return succeeded('Listed files', text || 'There are no such files.');
      },
    }),
    hostTool({
      name: 'read_file',
      title: 'Read a file',
      annotations: reads,
      input: z.strictObject({
        path: z
          .string()
          .min(1)
          .max(4096)
          .describe("The path, as list_files has it: absolute, or inside one of the session's folders."),
        offset: z.int().nonnegative().describe('The character to begin with; 0 by default.').optional(),
        limit: z
          .int()
          .positive()
          .max(100_000)
          .describe(`The largest number of characters to read; ${mostText} by default.`)
          .optional(),
      }),
      describe: describe(
        "Reads a file in the session's folders as text, in parts if it is long. Reads the words in files like PDFs as well.",
      ),
      target: (input) => input.path,
      run: async ({ path: named, offset = 0, limit = mostText }, call) => {
        const file = await fileAt(named, foldersOf(call), ports);
        const whole = textIn(file.bytes) ?? (await ports.wordsIn(file));
        if (whole === undefined)
          throw refused(`${JSON.stringify(named)} isn't text, and no words can be read from it.`);
        if (offset > whole.length)
          throw refused(`"offset" is beyond the end: the text has ${whole.length} characters.`);
        const end = offset + limit;
        const rest = end < whole.length ? `\n[There is more: continue with {"offset": ${end}}.]` : '';
        return succeeded('Read a file', `${whole.slice(offset, end)}${rest}`);
      },
    }),
  ];
}

/** Relative where the session has one folder, so that models don't have to repeat it. */
function shownPath({ path: inside, uri }: { path: string; uri: string }, folders: readonly string[]): string {
  return folders.length === 1 ? inside : fileURLToPath(uri);
}

async function fileAt(
  named: string,
  folders: readonly string[],
  { read }: FileToolPorts,
): Promise<{ name: string; bytes: Uint8Array }> {
  const candidates = path.isAbsolute(named)
    ? [named]
    : folders.map((folder) => path.join(fileURLToPath(folder), named));
  let problem: unknown = refused('The session has no folders.');
  for (const candidate of candidates) {
    try {
      const file = await read(pathToFileURL(candidate).href, folders);
      if (file) return file;
      problem = refused(`${JSON.stringify(named)} is a folder. List its files with list_files.`);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** Undefined for what isn’t text. */
function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(sentence: string): ProtocolError {
  return new ProtocolError('InvalidParams', sentence);
}
