import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { oneLine } from '../auth/one-line.ts';
import type { ServerConnection } from '../connection.ts';
import { ServerFailure } from '../failures.ts';

/** A skill that a server offers. */
export interface McpSkill {
  /** The address of its text. */
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** Everything that the server says in its front matter; untrusted. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The text that the server promises; undefined if it makes the text for each reader. */
  readonly promised: PromisedText | undefined;
  /** Its other files. A server that makes its texts for each reader doesn't say which there are. */
  readonly files: readonly SkillFile[];
}

interface PromisedText {
  readonly digest: string;
  readonly size: number;
}

export interface SkillFile {
  /** Its path from the folder of the skill, as the skill's text mentions it. */
  readonly path: string;
  readonly uri: string;
  readonly promised: PromisedText;
}

export interface ListedSkills {
  readonly skills: readonly McpSkill[];
  /** A sentence for each entry that isn't offered. */
  readonly refused: readonly string[];
}

const mostSkills = 200;
const mostPages = 20;
const mostRefusals = 10;
const longestName = 64;
const longestDescription = 1024;
const longestText = 1024 * 1024;
const mostFiles = 100;
const longestPath = 200;
const withinMs = 5_000;

const fileEntry = z.looseObject({
  uri: z.string(),
  digest: z.string().regex(/^sha256:[\da-f]{64}$/),
  size: z.int().min(0),
});
const skillEntry = z.looseObject({
  uri: z.string(),
  frontmatter: z.looseObject({ name: z.string().min(1), description: z.string() }),
  resources: z.union([z.literal('dynamic'), z.array(fileEntry)]),
});
const page = z.looseObject({ skills: z.array(z.unknown()), nextCursor: z.string().optional() });
const contents = z.looseObject({
  contents: z.array(
    z.looseObject({ uri: z.string().optional(), text: z.string().optional(), blob: z.string().optional() }),
  ),
});

/** The skills of a server that has any. Rejects as requests do. */
export async function listSkills(connection: ServerConnection): Promise<ListedSkills> {
  const skills = new Map<string, McpSkill>();
  const refused: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages && skills.size < mostSkills; pages++) {
    const answer = await asHost(connection, 'skills/list', cursor === undefined ? {} : { cursor });
    const parsed = page.safeParse(answer);
    if (!parsed.success)
      throw new ServerFailure(
        'refused',
        `"${connection.definition.name}" lists its skills in an unknown form.`,
      );
    for (const entry of parsed.data.skills) {
      const skill = skillOf(entry);
      if (typeof skill === 'string') refused.push(skill);
      else if (skills.has(skill.uri)) refused.push(`The skill "${skill.name}" is listed twice.`);
      else if (skills.size < mostSkills) skills.set(skill.uri, skill);
    }
    cursor = parsed.data.nextCursor;
    if (cursor === undefined) break;
  }
  return { skills: [...skills.values()], refused: refused.slice(0, mostRefusals) };
}

/** Its text, or that of one of its files, as the server promised it. Rejects with a sentence. */
export async function readSkill(
  connection: ServerConnection,
  skill: McpSkill,
  file?: SkillFile,
): Promise<string> {
  const { uri, promised } = file ?? skill;
  const answer = contents.safeParse(await asHost(connection, 'resources/read', { uri }));
  const [found] = answer.success ? answer.data.contents : [];
  const bytes =
    found?.text === undefined ? found?.blob && Buffer.from(found.blob, 'base64') : Buffer.from(found.text);
  const what = file ? `The file "${file.path}" of the skill "${skill.name}"` : `The skill "${skill.name}"`;
  const refuse = (why: string): ServerFailure =>
    new ServerFailure(
      'refused',
      `${what} of "${connection.definition.name}" can't be used: ${why} Tell whoever runs the server.`,
    );
  if (bytes === undefined || bytes === '') throw refuse('the server has no text for it.');
  if (bytes.length > longestText) throw refuse('its text is longer than 1 MB.');
  if (promised && (bytes.length !== promised.size || digestOf(bytes) !== promised.digest))
    throw refuse("its text isn't the one that the server listed.");
  if (!isUtf8(bytes) || bytes.includes(0)) throw refuse("it isn't text.");
  return bytes.toString('utf8');
}

function skillOf(entry: unknown): McpSkill | string {
  const parsed = skillEntry.safeParse(entry);
  if (!parsed.success) {
    const { uri } = z.looseObject({ uri: z.string() }).safeParse(entry).data ?? {};
    return `A skill${uri === undefined ? '' : ` at ${oneLine(uri, 100)}`} isn't offered: its entry is not as the extension says.`;
  }
  const { uri, frontmatter, resources } = parsed.data;
  const { name, description, ...fields } = frontmatter;
  if (name.length > longestName || oneLine(name, longestName) !== name)
    return `The skill "${oneLine(name, longestName)}" isn't offered: its name is too long, or isn't plain text.`;
  const own = resources === 'dynamic' ? undefined : resources.find((each) => each.uri === uri);
  if (resources !== 'dynamic' && own === undefined)
    return `The skill "${name}" isn't offered: its own text isn't among its files.`;
  return {
    uri,
    name,
    description: oneLine(description, longestDescription),
    fields: new Map(Object.entries(fields)),
    promised: own && { digest: own.digest, size: own.size },
    files: resources === 'dynamic' ? [] : otherFiles(uri, resources),
  };
}

/** Those within the folder of the skill's own text. */
function otherFiles(own: string, listed: readonly z.infer<typeof fileEntry>[]): readonly SkillFile[] {
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  return listed
    .flatMap(({ uri, digest, size }) => {
      const path = uri.startsWith(folder) ? uri.slice(folder.length) : '';
      const isPlain = path !== '' && oneLine(path, longestPath) === path;
      return uri === own || !isPlain ? [] : [{ path, uri, promised: { digest, size } }];
    })
    .slice(0, mostFiles);
}

function asHost(
  connection: ServerConnection,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return connection.request(method, params, { caller: 'host', timeoutMs: withinMs });
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
