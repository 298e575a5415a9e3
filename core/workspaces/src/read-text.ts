import { artifactCaller, type Artifacts, type Capabilities } from '@loggia/artifacts';
import { authorOf, type Principal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';

export interface ReadTextPorts {
  readonly artifacts: Pick<Artifacts, 'getArtifact' | 'readContent' | 'row'>;
  readonly capabilities: Pick<Capabilities, 'run'>;
  /** Resolves when the types of the workspace are known. */
  awake(workspace: string): Promise<unknown>;
}

export interface TextRequest {
  readonly artifact: string;
  readonly version?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface TextPart {
  readonly text: string;
  readonly source: 'content' | 'extracted' | 'context';
  readonly nextOffset?: number;
}

const usualLimit = 15_000;

/** An artifact as text. Content that isn't text is read by whoever provides its words. */
export async function readText(
  { artifacts, capabilities, awake }: ReadTextPorts,
  { artifact: id, version, offset = 0, limit = usualLimit }: TextRequest,
  principal: Principal,
): Promise<TextPart> {
  const caller = artifactCaller(principal);
  const { artifact } = await artifacts.getArtifact({ artifact: id, version }, caller);
  const { context, content, title, type, workspace } = artifact;
  if (artifact.deletedAt !== undefined)
    throw new ProtocolError('NotFound', `"${title}" is in the trash. Restore it first.`);
  if (!content) return partOf(JSON.stringify(context, undefined, 2), 'context', offset, limit);
  // The beginning tells whether it is text: a part in the middle may look like it by chance.
  const probe = await artifacts.readContent({ artifact: id, version, limit }, caller);
  if (probe.text !== undefined) {
    const { text = '', nextOffset } =
      offset === 0 ? probe : await artifacts.readContent({ artifact: id, version, offset, limit }, caller);
    return { text, source: 'content', ...(nextOffset !== undefined && { nextOffset }) };
  }
  await awake(workspace);
  const row = await artifacts.row(id);
  const isNow = row !== undefined && (version === undefined || row.content?.hash === content.hash);
  const words = isNow
    ? await wordsIn(capabilities.run(row, 'extract_text', { by: authorOf(principal) }))
    : '';
  if (words.trim() === '')
    throw new ProtocolError(
      'InvalidParams',
      `"${title}" is of the type ${type}${isNow ? '' : `, version ${version}`}, and no text can be read from it. Use show_artifact to show it to the user.`,
    );
  return partOf(words, 'extracted', offset, limit);
}

async function wordsIn(asked: ReturnType<Capabilities['run']>): Promise<string> {
  try {
    const { structuredContent, isError } = await asked;
    const { text } = (structuredContent ?? {}) as { readonly text?: unknown };
    return isError !== true && typeof text === 'string' ? text : '';
  } catch (error) {
    // Nobody reads this type; a provider that failed says why.
    if (error instanceof ProtocolError && error.kind === 'NotFound') return '';
    throw error;
  }
}

function partOf(whole: string, source: TextPart['source'], offset: number, limit: number): TextPart {
  if (offset > whole.length)
    throw new ProtocolError(
      'InvalidParams',
      `"offset" is beyond the end: the text has ${whole.length} characters.`,
    );
  const end = offset + limit;
  const text = whole.slice(offset, end);
  return { text, source, ...(end < whole.length && { nextOffset: end }) };
}
