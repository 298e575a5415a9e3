import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { keptContentUri, ProtocolError, type FileEdit, type SessionState } from '@loggia/protocol';
import { diffLines } from '@loggia/protocol/changed-lines';
import type { Files } from '../files.ts';

/** A call that waits for the user. */
interface ProposedCall {
  /** The server's own name of the tool. */
  readonly tool: string;
  /** JSON text. */
  readonly input: string;
}

interface Ports {
  readonly files: Pick<Files, 'keep' | 'read' | 'take'>;
  readonly session: Pick<SessionState, 'workingDirectories'>;
}

type Fields = Readonly<Record<string, unknown>>;
type Kept = Awaited<ReturnType<Files['keep']>>;

/** Longer texts aren't compared. */
const longest = 1024 * 1024;
const pathFields = ['path', 'file_path', 'filePath', 'filename', 'file'];
const contentFields = ['content', 'contents', 'file_text'];
const oldFields = ['oldText', 'old_text', 'oldString', 'old_string', 'old_str'];
const newFields = ['newText', 'new_text', 'newString', 'new_string', 'new_str'];
/** Other tools with such an input append to a file, or search in it. */
const replacesFile =
  /(?:^|[_-])(?:over)?(?:write|create|save)(?:[_-]?(?:text|new))?[_-]?file$|^(?:fs[_-])?write$/i;

/**
 * The change that a call would make to a file in the session's folders, as far as its input says: the whole new text of
 * a file, or parts of it to replace. Servers don't announce changes, so this is a reading of the input that many of them
 * share. Empty for any other input, and for files that can't be read as text.
 */
export async function proposedEdits(call: ProposedCall, ports: Ports): Promise<readonly FileEdit[]> {
  // The user is asked with or without them.
  const edit = await editOf(call, ports).catch(() => undefined);
  return edit ? [edit] : [];
}

async function editOf(call: ProposedCall, { files, session }: Ports): Promise<FileEdit | undefined> {
  const folders = session.workingDirectories ?? [];
  const input = fieldsOf(call.input);
  if (!input || input['dryRun'] === true || input['dry_run'] === true) return undefined;
  const file = fileNamed(textIn(input, pathFields), folders);
  if (file === undefined) return undefined;
  const content = replacesFile.test(call.tool) ? textIn(input, contentFields) : undefined;
  const replacements = replacementsIn(input);
  if (content === undefined && replacements.length === 0) return undefined;
  const uri = pathToFileURL(file).href;
  const before = await textBefore(uri, folders, files);
  if (before === 'unreadable') return undefined;
  const after = content ?? replaced(before?.text, replacements);
  if (after === undefined || after.length > longest || after === before?.text) return undefined;
  const side = ({ hash, size }: Kept) => ({
    uri,
    content: { uri: keptContentUri(hash), sizeHint: size },
  });
  const lines = diffLines(before?.text ?? '', after);
  const count = (kind: 'added' | 'removed') => lines.filter((line) => line.kind === kind).length;
  return {
    ...(before && { before: side(before) }),
    after: side(await files.keep(Buffer.from(after))),
    diff: { added: count('added'), removed: count('removed') },
  };
}

/** Undefined for a file that doesn't exist yet. */
async function textBefore(
  uri: string,
  folders: readonly string[],
  files: Ports['files'],
): Promise<(Kept & { readonly text: string }) | 'unreadable' | undefined> {
  try {
    const taken = await files.take(uri, folders);
    if (!taken || taken.size > longest) return 'unreadable';
    const bytes = await files.read(taken.hash, longest);
    if (bytes.includes(0)) return 'unreadable';
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { hash: taken.hash, size: taken.size, text };
  } catch (error) {
    return error instanceof ProtocolError && error.kind === 'NotFound' ? undefined : 'unreadable';
  }
}

/** The absolute path, if it is in one of the folders. */
function fileNamed(name: string | undefined, folders: readonly string[]): string | undefined {
  const roots = folders.flatMap((folder) => (folder.startsWith('file:') ? [fileURLToPath(folder)] : []));
  const [first] = roots;
  if (name === undefined || name === '' || first === undefined || name.includes('\0')) return undefined;
  try {
    const file = path.resolve(first, name.startsWith('file:') ? fileURLToPath(name) : name);
    return roots.some((root) => isBelow(root, file)) ? file : undefined;
  } catch {
    return undefined;
  }
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly isGlobal: boolean;
}

function replacementsIn(input: Fields): readonly Replacement[] {
  const listed = input['edits'] ?? input['replacements'];
  const parts = Array.isArray(listed) ? (listed as unknown[]) : [input];
  const found = parts.map((part): Replacement | undefined => {
    if (!isFields(part)) return undefined;
    const [from, to] = [textIn(part, oldFields), textIn(part, newFields)];
    if (from === undefined || from === '' || to === undefined) return undefined;
    return { from, to, isGlobal: part['replace_all'] === true || part['replaceAll'] === true };
  });
  return found.every((one) => one !== undefined) ? found : [];
}

/** Undefined if a part isn't there, or is there more than once: nobody knows what the server does then. */
function replaced(text: string | undefined, replacements: readonly Replacement[]): string | undefined {
  let result = text;
  for (const { from, to, isGlobal } of replacements) {
    const pieces = result?.split(from) ?? [];
    if (pieces.length < 2 || (pieces.length > 2 && !isGlobal)) return undefined;
    result = pieces.join(to);
  }
  return result;
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function fieldsOf(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
