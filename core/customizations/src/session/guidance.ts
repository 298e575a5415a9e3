import { viewSpeakerOf, type Message } from '@loggia/protocol';
import { textFingerprint } from '../decisions/fingerprint.ts';
import type { Guidance, Persona, Skill } from '@loggia/sessions/equipment';
import type { DeclaredChild } from '../plugins/loaded.ts';
import { readFrontMatter } from '../plugins/front-matter.ts';
import type { PlannedLeaf } from './planned.ts';

/** A leaf that is on and trusted, and the name of what holds it. */
export interface UsableLeaf {
  readonly leaf: PlannedLeaf;
  readonly container: string;
  /** Its text may have changed since it was approved, and counts only as it was then. */
  readonly mustMatch: boolean;
}

type Declared<Type extends DeclaredChild['type']> = Extract<DeclaredChild, { type: Type }>;
type Report = (problem: string, error: unknown) => void;

/** The instructions that customizations add to one message. Unreadable ones are reported and left out. */
export async function guidanceFor(
  message: Message,
  leaves: readonly UsableLeaf[],
  report: Report,
): Promise<Guidance> {
  const [persona, invoked, rules] = await Promise.all([
    personaFor(message, leaves, report),
    invokedBy(message, leaves, report),
    rulesIn(leaves, report),
  ]);
  return { persona, invoked, skills: skillsIn(leaves), rules };
}

async function personaFor(
  { agent }: Message,
  leaves: readonly UsableLeaf[],
  report: Report,
): Promise<Persona | undefined> {
  if (!agent) return undefined;
  const chosen = leaves.find(
    ({ leaf: { declared } }) => declared.type === 'agent' && declared.uri === agent.uri,
  );
  if (!chosen) return undefined;
  const declared = chosen.leaf.declared as Declared<'agent'>;
  const instructions = await bodyOf(chosen, report);
  if (instructions === undefined || declared.disableUserInvocation) return undefined;
  const { name, model, tools } = declared;
  return {
    name,
    instructions,
    ...(model !== undefined && { model }),
    ...(tools && tools.length > 0 && { tools }),
  };
}

async function invokedBy(
  message: Message,
  leaves: readonly UsableLeaf[],
  report: Report,
): Promise<Guidance['invoked']> {
  // Commands are the user's. What a View writes is text, whatever it begins with.
  if (viewSpeakerOf(message)) return undefined;
  const [, name, rest = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(message.text) ?? [];
  if (name === undefined) return undefined;
  const found = leaves.find(
    ({ leaf: { declared }, container }) =>
      isInvocable(declared) && (declared.name === name || `${container}:${declared.name}` === name),
  );
  const body = found && (await bodyOf(found, report));
  return body === undefined ? undefined : { name, text: body, rest };
}

function isInvocable(declared: DeclaredChild): boolean {
  return declared.type === 'prompt' || (declared.type === 'skill' && !declared.disableUserInvocation);
}

function skillsIn(leaves: readonly UsableLeaf[]): Skill[] {
  return leaves.flatMap((usable) => {
    const { declared } = usable.leaf;
    if (declared.type !== 'skill') return [];
    return [
      {
        name: declared.name,
        description: declared.description ?? '',
        forModel: !declared.disableModelInvocation,
        forUser: !declared.disableUserInvocation,
        read: () => textOf(usable),
      },
    ];
  });
}

/** Rules for certain files only are for the agent to look up when it touches them. */
async function rulesIn(leaves: readonly UsableLeaf[], report: Report): Promise<Guidance['rules']> {
  const standing = leaves.filter(
    ({ leaf: { declared } }) => declared.type === 'rule' && isStanding(declared),
  );
  const rules = await Promise.all(
    standing.map(async (usable) => ({
      name: usable.leaf.declared.name,
      text: await bodyOf(usable, report),
    })),
  );
  return rules.flatMap(({ name, text }) => (text === undefined || text === '' ? [] : [{ name, text }]));
}

function isStanding({ alwaysApply, globs }: Declared<'rule'>): boolean {
  return alwaysApply ?? (globs ?? []).length === 0;
}

async function bodyOf(usable: UsableLeaf, report: Report): Promise<string | undefined> {
  try {
    return readFrontMatter(await textOf(usable)).body.trim();
  } catch (error) {
    const { type, name } = usable.leaf.declared;
    report(`Could not read the ${type} "${name}"`, error);
    return undefined;
  }
}

async function textOf({ leaf, mustMatch }: UsableLeaf): Promise<string> {
  const { files, declared, fingerprint } = leaf;
  const text = await files?.read(declared.file);
  if (text === undefined) throw new Error(`${declared.file} is not there any more.`);
  if (mustMatch && textFingerprint(text) !== fingerprint)
    throw new Error(`${declared.file} has changed since it was approved. Review it, then use it again.`);
  return text;
}
