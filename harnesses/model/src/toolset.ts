import { jsonSchema, tool, type JSONSchema7, type ModelMessage, type ToolSet } from 'ai';
import type { HarnessTool, HarnessTurn, ToolOutcome } from '@loggia/sessions/harness';
import { agentToolNames, searchTool, searchToolName } from '@loggia/sessions/tools';
import type { PartOrigin } from './messages/part-origins.ts';
import type { ProviderKind } from './options.ts';
import { SkillCatalog } from './skill-catalog.ts';
import { isObject } from './step-calls.ts';

/** Ours: hands out the text of a skill. */
const readSkill = 'read_skill';

type WrittenInput = string | AsyncIterable<string, string | undefined>;

/** The tools of one step. */
export interface StepTools {
  /** The tools as offered to the model; it only names them, and we run them. */
  readonly set: ToolSet;
  /** The session's tools by the names that the model knows, those that aren't offered included. */
  readonly names: ReadonlyMap<string, string>;
  /** Where the definition of a tool comes from, for the meter. */
  originOf(wireName: string): PartOrigin;
  /** The same for the result of a call; undefined if it belongs to the turn. */
  originOfResult(wireName: string, input: unknown): PartOrigin | undefined;
  /** Whether it runs within the turn, where its input may be shown while it is written. */
  isOffered(wireName: string): boolean;
  /** Whether the chat shows its calls. */
  isShown(wireName: string): boolean;
  call(wireName: string, input: WrittenInput): Promise<ToolOutcome>;
}

/** The session's tools, and the choice of those that a step offers. */
export interface ChosenTools {
  readonly all: readonly HarnessTool[];
  readonly offered: readonly HarnessTool[];
  /** Finds those that aren't offered; absent if there is nothing to find. */
  search?(query: unknown, names: ReadonlyMap<string, string>): ToolOutcome;
  called?(name: string): void;
}

/** The session's names of tools, by the names that the model knows. */
export function namesForModel(tools: readonly HarnessTool[]): Map<string, string> {
  const names = tools.map(({ name }) => name);
  return agentToolNames(names, { taken: [readSkill, searchToolName] });
}

/** The tools on offer for this step. */
export function stepTools(turn: HarnessTurn, kind: ProviderKind, chosen: ChosenTools): StepTools {
  const skills = new SkillCatalog(turn.guidance().skills);
  const { all, offered, search } = chosen;
  const byName = new Map(all.map((one) => [one.name, one]));
  const names = namesForModel(all);
  const wireNames = new Map(Array.from(names, ([wireName, name]) => [name, wireName]));
  const set: ToolSet = {};
  if (search) set[searchToolName] = toolFor(searchTool(all, thenCall), kind);
  for (const one of offered) set[wireNames.get(one.name) ?? one.name] = toolFor(one, kind);
  if (!skills.isEmpty) set[readSkill] = skillTool(skills, kind);
  return {
    set,
    names,
    originOf: (wireName) => {
      const owner = byName.get(names.get(wireName) ?? '');
      if (owner) return { kind: 'tools', label: owner.server ?? 'Other tools' };
      return wireName === readSkill
        ? { kind: 'skills', label: 'List of skills' }
        : { kind: 'tools', label: 'Tool search' };
    },
    originOfResult: (wireName, input) =>
      wireName === readSkill && isObject(input) && typeof input['name'] === 'string'
        ? { kind: 'skills', label: input['name'] }
        : undefined,
    isOffered: (wireName) => names.has(wireName),
    isShown: (wireName) => names.has(wireName) || wireName === searchToolName,
    async call(wireName, input) {
      const name = names.get(wireName);
      if (name !== undefined) {
        const says = `Using ${byName.get(name)?.title ?? name}`;
        chosen.called?.(name);
        return turn.callTool({ name, input, says });
      }
      if (wireName === readSkill && !skills.isEmpty) return skills.answer(await inputOf(input));
      if (wireName === searchToolName && search) return search((await inputOf(input))['query'], names);
      return { kind: 'failed', message: `There is no tool named "${wireName}". Use one of those on offer.` };
    },
  };
}

const thenCall = 'Those that it finds can be called from your next step on.';

async function inputOf(input: WrittenInput): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await whole(input)) as Readonly<Record<string, unknown>>;
}

/** Providers refuse a conversation with calls in it when no tool is declared. */
export function neverNone(set: ToolSet, messages: readonly ModelMessage[], kind: ProviderKind): ToolSet {
  if (Object.keys(set).length > 0 || !messages.some(({ role }) => role === 'tool')) return set;
  return {
    no_tool: declared({ type: 'object', properties: {} }, 'There are no tools now. Do not use this.', kind),
  };
}

function toolFor(
  { title, description = title, inputSchema }: HarnessTool,
  kind: ProviderKind,
): ToolSet[string] {
  const schema = { properties: {}, ...inputSchema, type: 'object' } as JSONSchema7;
  return declared(schema, description, kind);
}

function declared(schema: JSONSchema7, description: string | undefined, kind: ProviderKind): ToolSet[string] {
  return tool({
    inputSchema: jsonSchema(schema, { validate: asObject }),
    ...(description !== undefined && { description }),
    // OpenAI's strictness takes only some schemas, and those of servers are as they are.
    ...(kind === 'openai' && { strict: false }),
  }) as ToolSet[string];
}

const skillArguments = {
  type: 'string' as const,
  description: 'What to apply the skill to, if it takes arguments.',
};

const skillFile = {
  type: 'string' as const,
  description: 'One of the other files of the skill, to read in place of its text.',
};

/** The schema itself is for the server to check. */
function asObject(value: unknown) {
  if (isObject(value)) return { success: true as const, value };
  return { success: false as const, error: new Error('The input is not a JSON object.') };
}

function skillTool({ names, hasFiles }: SkillCatalog, kind: ProviderKind): ToolSet[string] {
  const more = { arguments: skillArguments, ...(hasFiles && { file: skillFile }) };
  if (names) {
    const name = { type: 'string' as const, enum: [...names] };
    const schema = { type: 'object' as const, properties: { name, ...more }, required: ['name'] };
    return declared(schema, 'Reads the text of a skill.', kind);
  }
  const properties = {
    name: { type: 'string' as const, description: 'The skill to read.' },
    search: { type: 'string' as const, description: 'Words to find skills by, in place of a name.' },
    ...more,
  };
  return declared({ type: 'object', properties }, 'Reads the text of a skill, or finds skills.', kind);
}

async function whole(input: WrittenInput): Promise<string> {
  if (typeof input === 'string') return input;
  const pieces = input[Symbol.asyncIterator]();
  for (let text = ''; ;) {
    const piece = await pieces.next();
    if (piece.done) return piece.value ?? text;
    text += piece.value;
  }
}
