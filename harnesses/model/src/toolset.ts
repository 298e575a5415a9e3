import { jsonSchema, tool, type JSONSchema7, type ModelMessage, type ToolSet } from 'ai';
import type { HarnessTool, HarnessTurn, Skill, ToolOutcome } from '@loggia/sessions/harness';
import type { ProviderKind } from './options.ts';
import { wireNames } from './tool-names.ts';

/** Ours: hands out the text of a skill. */
const readSkill = 'read_skill';

/** The tools of one step. */
export interface StepTools {
  /** As the model is offered them; it only names them, running them is ours. */
  readonly set: ToolSet;
  /** Whether it runs within the turn, where its input may be shown while it is written. */
  isOffered(wireName: string): boolean;
  call(wireName: string, input: string | AsyncIterable<string>): Promise<ToolOutcome>;
}

/** What is on offer now. */
export function stepTools(turn: HarnessTurn, kind: ProviderKind): StepTools {
  const skills = turn.guidance().skills.filter(({ forModel }) => forModel);
  const offered = new Map(turn.tools().map((one) => [one.name, one]));
  const names = wireNames([...offered.keys()], skills.length > 0 ? [readSkill] : []);
  const set: ToolSet = {};
  for (const [wireName, name] of names) set[wireName] = toolFor(offered.get(name), kind);
  if (skills.length > 0) set[readSkill] = skillTool(skills, kind);
  return {
    set,
    isOffered: (wireName) => names.has(wireName),
    async call(wireName, input) {
      const name = names.get(wireName);
      if (name !== undefined) {
        const says = `Using ${offered.get(name)?.title ?? name}`;
        return turn.callTool({ name, input, says });
      }
      if (wireName === readSkill && skills.length > 0) return skillText(skills, await whole(input));
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
    inputSchema: jsonSchema(schema),
    ...(description !== undefined && { description }),
    // OpenAI's strictness takes only some schemas, and those of servers are as they are.
    ...(kind === 'openai' && { strict: false }),
  }) as ToolSet[string];
}

function skillTool(skills: readonly Skill[], kind: ProviderKind): ToolSet[string] {
  const name = { type: 'string' as const, enum: skills.map((skill) => skill.name) };
  return declared(
    { type: 'object', properties: { name }, required: ['name'] },
    'Reads the text of a skill.',
    kind,
  );
}

async function skillText(skills: readonly Skill[], input: string): Promise<ToolOutcome> {
  const { name } = JSON.parse(input) as { name?: unknown };
  const skill = skills.find((one) => one.name === name);
  if (!skill) {
    const names = skills.map((one) => one.name).join(', ');
    return { kind: 'failed', message: `There is no skill of that name; there are: ${names}.` };
  }
  try {
    return { kind: 'done', text: await skill.read() };
  } catch {
    return { kind: 'failed', message: `The skill "${skill.name}" cannot be read now.` };
  }
}

async function whole(input: string | AsyncIterable<string>): Promise<string> {
  if (typeof input === 'string') return input;
  let text = '';
  for await (const piece of input) text += piece;
  return text;
}
