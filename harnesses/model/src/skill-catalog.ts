import type { Guidance, Skill, ToolOutcome } from '@loggia/sessions/harness';

/** Characters for the list in the system prompt; it goes out with every step. */
const listBudget = 12_000;
const nameBudget = 4_000;
const longestDescription = 200;
const mostFound = 20;

/** The input of the tool, as the model wrote it. */
interface SkillRequest {
  readonly name?: unknown;
  readonly search?: unknown;
  readonly arguments?: unknown;
  readonly file?: unknown;
}

/**
 * The skills of a turn as the model gets to know them: names and short descriptions in the system prompt, as far as they
 * fit, then names alone, and the rest by search.
 */
export class SkillCatalog {
  readonly #skills: readonly Skill[];

  constructor(skills: readonly Skill[]) {
    this.#skills = skills.filter(({ forModel }) => forModel);
  }

  get isEmpty(): boolean {
    return this.#skills.length === 0;
  }

  /** The names, if the prompt has room for all; undefined if some have to be searched for. */
  get names(): readonly string[] | undefined {
    return this.#unlisted().length === 0 ? this.#skills.map(({ name }) => name) : undefined;
  }

  /** For the system prompt. */
  section(): string {
    const described = this.#described();
    const named = this.#named();
    const unlisted = this.#unlisted().length;
    return [
      '# Skills',
      'Read one with `read_skill` before you do what it is about.',
      described.map(line).join('\n'),
      named.length > 0 && `Also: ${named.map(({ name }) => name).join(', ')}`,
      unlisted > 0 && `There are ${unlisted} more. Find them with \`read_skill\` and \`search\`.`,
    ]
      .filter((part) => typeof part === 'string')
      .join('\n\n');
  }

  /** Whether skills have files besides their texts. */
  get hasFiles(): boolean {
    return this.#skills.some(({ files = [] }) => files.length > 0);
  }

  /** The skill that the message invoked, with what else the model can read of it. */
  invoked(invoked: Guidance['invoked']): Guidance['invoked'] {
    const skill = this.#skills.find(({ name }) => name === invoked?.name);
    return invoked && skill ? { ...invoked, text: withFiles(invoked.text, skill) } : invoked;
  }

  async answer({ name, search, arguments: given, file }: SkillRequest): Promise<ToolOutcome> {
    if (typeof name !== 'string' || name === '')
      return this.#search(typeof search === 'string' ? search : '');
    if (typeof file === 'string' && file !== '') return this.#read(name, (skill) => fileOf(skill, file));
    const filledIn = typeof given === 'string' ? given : undefined;
    return this.#read(name, async (skill) => withFiles(await skill.read(filledIn), skill));
  }

  async #read(name: string, read: (skill: Skill) => Promise<string>): Promise<ToolOutcome> {
    const found = this.#skills.find((one) => one.name === name);
    // The name alone will do where only one plugin has it.
    const alike = found ? [found] : this.#skills.filter((one) => one.name.endsWith(`:${name}`));
    const [skill] = alike;
    if (!skill) {
      const message = `There is no skill named "${name}". ${this.#others(name)}`;
      return { kind: 'failed', message };
    }
    if (alike.length > 1) {
      const names = alike.map((one) => one.name).join(', ');
      return { kind: 'failed', message: `Several skills are named "${name}": ${names}. Read one of these.` };
    }
    try {
      return { kind: 'done', text: await read(skill) };
    } catch (error) {
      if (error instanceof NoSuchFile) return { kind: 'failed', message: error.message };
      return { kind: 'failed', message: `The skill "${skill.name}" cannot be read now.` };
    }
  }

  #others(name: string): string {
    const similar = this.#found(name.replace(/[^\p{L}\p{N}]+/gu, ' '));
    const shown = similar.length > 0 ? similar : this.#skills;
    return `There are: ${shown
      .slice(0, mostFound)
      .map((one) => one.name)
      .join(', ')}.`;
  }

  #search(words: string): ToolOutcome {
    const found = this.#found(words);
    if (found.length === 0) return { kind: 'done', text: `No skill matches "${words}".` };
    const more =
      found.length > mostFound ? `\n\n${found.length - mostFound} more match. Search for more words.` : '';
    return { kind: 'done', text: `${found.slice(0, mostFound).map(line).join('\n')}${more}` };
  }

  /** Those with the most of the words come first. */
  #found(search: string): readonly Skill[] {
    const words = search
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const score = ({ name, description }: Skill) =>
      words.filter((word) => `${name} ${description}`.toLowerCase().includes(word)).length;
    if (words.length === 0) return this.#skills;
    const scored = this.#skills.map((skill) => ({ skill, score: score(skill) }));
    return scored
      .filter((one) => one.score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ skill }) => skill);
  }

  #described(): readonly Skill[] {
    return within(listBudget, this.#skills, (skill) => line(skill).length + 1);
  }

  #named(): readonly Skill[] {
    const rest = this.#skills.slice(this.#described().length);
    return within(nameBudget, rest, ({ name }) => name.length + 2);
  }

  #unlisted(): readonly Skill[] {
    return this.#skills.slice(this.#described().length + this.#named().length);
  }
}

class NoSuchFile extends Error {}

async function fileOf({ name, files = [], readFile }: Skill, file: string): Promise<string> {
  const path = file.replace(/^\.\//, '');
  if (readFile && files.includes(path)) return readFile(path);
  const others = files.length === 0 ? 'It has none.' : `There are: ${files.join(', ')}.`;
  throw new NoSuchFile(`The skill "${name}" has no file "${file}". ${others}`);
}

function withFiles(text: string, { files = [] }: Skill): string {
  if (files.length === 0) return text;
  return `${text}\n\n[Other files of this skill, which \`read_skill\` reads with \`file\`: ${files.join(', ')}]`;
}

function within(budget: number, skills: readonly Skill[], size: (skill: Skill) => number): readonly Skill[] {
  let used = 0;
  const end = skills.findIndex((skill) => (used += size(skill)) > budget);
  return end < 0 ? skills : skills.slice(0, end);
}

function line({ name, description }: Skill): string {
  const plain = description.replace(/\s+/g, ' ').trim();
  const short =
    plain.length > longestDescription ? `${plain.slice(0, longestDescription).trimEnd()}…` : plain;
  return short === '' ? `- ${name}` : `- ${name}: ${short}`;
}
