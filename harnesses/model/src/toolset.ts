import { jsonSchema, tool, type JSONSchema7, type ModelMessage, type ToolSet } from 'ai';
import type { HarnessTool, HarnessTurn, ToolOutcome } from '@loggia/sessions/harness';
import type { ProviderKind } from './options.ts';
import { SkillCatalog } from './skill-catalog.ts';
import { isObject } from './step-calls.ts';
import { wireNames } from './tool-names.ts';

/** Ours: hands out the text of a skill. */
const readSkill = 'read_skill';

type WrittenInput = string | AsyncIterable<string, string | undefined>;

/** The tools of one step. */
export interface StepTools {
  /** The tools as offered to the model; it only names them, and we run them. */
  readonly set: ToolSet;
  /** Whether it runs within the turn, where its input may be shown while it is written. */
  isOffered(wireName: string): boolean;
  call(wireName: string, input: WrittenInput): Promise<ToolOutcome>;
}

/** The tools on offer for this step. */
export function stepTools(turn: HarnessTurn, kind: ProviderKind, tools: readonly HarnessTool[]): StepTools {
  const skills = new SkillCatalog(turn.guidance().skills);
  const offered = new Map(tools.map((one) => [one.name, one]));
  const names = wireNames([...offered.keys()], skills.isEmpty ? [] : [readSkill]);
  const set: ToolSet = {};
  for (const [wireName, name] of names) set[wireName] = toolFor(offered.get(name), kind);
  if (!skills.isEmpty) set[readSkill] = skillTool(skills, kind);
  return {
    set,
    isOffered: (wireName) => names.has(wireName),
    async call(wireName, input) {
      const name = names.get(wireName);
      if (name !== undefined) {
        const says = `Using ${offered.get(name)?.title ?? name}`;
        return turn.callTool({ name, input, says });
      }
      if (wireName === readSkill && !skills.isEmpty) {
        return skills.answer(JSON.parse(await whole(input)) as Record<string, unknown>);
      }
      return { kind: 'failed', message: `There is no tool named "${wireName}". Use one of those on offer.` };
    },
  };
}

/** Providers refuse a conversation with calls in it when no tool is declared. */
export function neverNone(set: ToolSet, messages: readonly ModelMessage[], kind: ProviderKind): ToolSet {
  if (Object.keys(set).length > 0 || !messages.some(({ role }) => role === 'tool')) return set;
  return {
    no_tool: declared({ type: 'object', properties: {} }, 'There are no tools now. Do not use this.', kind),
  };
}

function toolFor(offered: HarnessTool | undefined, kind: ProviderKind): ToolSet[string] {
  const description = offered?.description ?? offered?.title;
  const schema = { properties: {}, ...offered?.inputSchema, type: 'object' } as JSONSchema7;
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

/** The schema itself is for the server to check. */
function asObject(value: unknown) {
  if (isObject(value)) return { success: true as const, value };
  return { success: false as const, error: new Error('The input is not a JSON object.') };
}

function skillTool({ names }: SkillCatalog, kind: ProviderKind): ToolSet[string] {
  if (names) {
    const name = { type: 'string' as const, enum: [...names] };
    const properties = { name, arguments: skillArguments };
    const schema = { type: 'object' as const, properties, required: ['name'] };
    return declared(schema, 'Reads the text of a skill.', kind);
  }
  const properties = {
    name: { type: 'string' as const, description: 'The skill to read.' },
    search: { type: 'string' as const, description: 'Words to find skills by, in place of a name.' },
    arguments: skillArguments,
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
