import { viewSpeakerOf, type Message } from '@loggia/protocol';
import { textFingerprint } from '../decisions/fingerprint.ts';
import type { Guidance, Persona, Rule, Skill } from '@loggia/sessions/equipment';
import { listField } from '../plugins/fields.ts';
import type { DeclaredChild } from '../plugins/loaded.ts';
import { readFrontMatter } from '../plugins/front-matter.ts';
import { fillArguments } from './fill-arguments.ts';
import { matchesGlobs, nameWithin } from './globs.ts';
import type { PlannedLeaf } from './planned.ts';

/** A leaf that is on and trusted, and the name of its container. */
export interface UsableLeaf {
  readonly leaf: PlannedLeaf;
  readonly container: string;
  /** Its text may have changed since it was approved; only the approved version may be used. */
  readonly mustMatch: boolean;
}

type Declared<Type extends DeclaredChild['type']> = Extract<DeclaredChild, { type: Type }>;
/** A rule says for which of the touched files it is there, but not for all of very many. */
const mostFilesNamed = 5;

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
  const prompts = leaves.flatMap(({ leaf: { declared } }) =>
    declared.type === 'prompt' ? [{ name: declared.name }] : [],
  );
  return { persona, invoked, skills: skillsIn(leaves), prompts, rules };
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
  // Only users can run commands. A View's message is plain text, whatever it starts with.
  if (viewSpeakerOf(message)) return undefined;
  const [, name, rest = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(message.text) ?? [];
  if (name === undefined) return undefined;
  const invocable = leaves.filter(({ leaf: { declared } }) => isInvocable(declared));
  const addresses = addressesOf(leaves);
  const found =
    invocable.find((usable) => addresses.get(usable) === name) ??
    invocable.find(
      ({ leaf: { declared }, container }) =>
        declared.name === name || addressIn(container, declared.name) === name,
    );
  const text = found && (await readable(found, report));
  return text === undefined ? undefined : { name, text: filled(text, rest).trim(), rest };
}

/** The body of a command or skill with its arguments. */
function filled(text: string, given: string): string {
  const { fields, body } = readFrontMatter(text);
  const names = (listField(fields, 'arguments') ?? []).flatMap((part) => part.split(' '));
  return fillArguments(body.trim(), given, names);
}

function isInvocable(declared: DeclaredChild): boolean {
  return declared.type === 'prompt' || (declared.type === 'skill' && !declared.disableUserInvocation);
}

function addressIn(container: string, name: string): string {
  return `${container}:${name}`.replace(/\s+/g, '-');
}

/**
 * The names under which skills and prompts are invoked: their own, or with the name of the plugin before it where several
 * have the same. No two are alike.
 */
function addressesOf(leaves: readonly UsableLeaf[]): ReadonlyMap<UsableLeaf, string> {
  const named = leaves.filter(({ leaf: { declared } }) => ['skill', 'prompt'].includes(declared.type));
  const counts = new Map<string, number>();
  for (const { leaf } of named) counts.set(leaf.declared.name, (counts.get(leaf.declared.name) ?? 0) + 1);
  const taken = new Set<string>();
  return new Map(
    named.map((usable) => {
      const { name } = usable.leaf.declared;
      const address = counts.get(name) === 1 ? name : addressIn(usable.container, name);
      let free = address;
      for (let number = 2; taken.has(free); number++) free = `${address}-${number}`;
      taken.add(free);
      return [usable, free];
    }),
  );
}

function skillsIn(leaves: readonly UsableLeaf[]): Skill[] {
  const addresses = addressesOf(leaves);
  return leaves.flatMap((usable) => {
    const { declared } = usable.leaf;
    if (declared.type !== 'skill') return [];
    return [
      {
        name: addresses.get(usable) ?? declared.name,
        description: declared.description ?? '',
        forModel: !declared.disableModelInvocation,
        forUser: !declared.disableUserInvocation,
        read: async (given) => {
          const text = await textOf(usable);
          return given === undefined ? text : filled(text, given);
        },
        ...filesOf(usable.leaf),
      },
    ];
  });
}

function filesOf({ attached }: PlannedLeaf): Pick<Skill, 'files' | 'readFile'> {
  if (!attached || attached.size === 0) return {};
  return {
    files: [...attached.keys()],
    readFile: async (path) => {
      const read = attached.get(path);
      if (!read) throw new Error(`The skill has no file "${path}".`);
      return read();
    },
  };
}

/** Rules for certain files only come when such files are touched. */
async function rulesIn(leaves: readonly UsableLeaf[], report: Report): Promise<readonly Rule[]> {
  const rules = leaves.flatMap((usable) => {
    const { declared } = usable.leaf;
    return declared.type === 'rule' && isStanding(declared) ? [ruleOf(usable, report)] : [];
  });
  return (await Promise.all(rules)).flat();
}

/** The rules for certain files that are about one of these; `folders` are those that the session works in. */
export async function rulesForFiles(
  files: readonly string[],
  folders: readonly string[],
  leaves: readonly UsableLeaf[],
  report: Report,
): Promise<readonly Rule[]> {
  const names = new Set(files.flatMap((file) => nameWithin(file, folders) ?? []));
  const rules = leaves.map(async (usable) => {
    const { declared } = usable.leaf;
    if (declared.type !== 'rule' || isStanding(declared)) return [];
    const matching = [...names].filter((name) => matchesGlobs(declared.globs ?? [], name));
    if (matching.length === 0) return [];
    return (await ruleOf(usable, report)).map((rule) => ({
      ...rule,
      files: matching.slice(0, mostFilesNamed),
    }));
  });
  return (await Promise.all(rules)).flat();
}

async function ruleOf(usable: UsableLeaf, report: Report): Promise<readonly Rule[]> {
  const text = await bodyOf(usable, report);
  return text === undefined || text === '' ? [] : [{ name: usable.leaf.declared.name, text }];
}

function isStanding({ alwaysApply, globs }: Declared<'rule'>): boolean {
  return alwaysApply ?? (globs ?? []).length === 0;
}

async function bodyOf(usable: UsableLeaf, report: Report): Promise<string | undefined> {
  const text = await readable(usable, report);
  return text === undefined ? undefined : readFrontMatter(text).body.trim();
}

/** Undefined, and reported, if it can't be read. */
async function readable(usable: UsableLeaf, report: Report): Promise<string | undefined> {
  try {
    return await textOf(usable);
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
