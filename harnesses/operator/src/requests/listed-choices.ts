import type { ChoiceSource, HarnessTool, HarnessTurn } from '@loggia/sessions/harness';
import { bareName } from '../language/tool-names.ts';
import type { Reading } from '../reading/read-arguments.ts';
import { parametersOf, type Choice, type Parameter } from '../schema/parameters.ts';
import { calledBy } from '../speech/present-call.ts';

const mostChoices = 200;

type Known = Pick<Reading, 'parameters' | 'values'>;

/** The tool that knows the values of a parameter, if it only reads and is of the same server. */
function listerFor(
  tools: readonly HarnessTool[],
  tool: HarnessTool,
  source: ChoiceSource,
): HarnessTool | undefined {
  return tools.find(
    (one) =>
      tool.server !== undefined &&
      one.server === tool.server &&
      one.readOnly === true &&
      bareName(one.name) === source.tool,
  );
}

/** Whether some tool has this one called only to find out what can be chosen. */
export function isLister(name: string, tools: readonly HarnessTool[]): boolean {
  return tools.some((tool) =>
    Object.values(tool.choices ?? {}).some((source) => listerFor(tools, tool, source)?.name === name),
  );
}

/** Looks up what can be chosen, each list once. */
export class ListedChoices {
  readonly #turn: HarnessTurn;
  readonly #tool: HarnessTool;
  readonly #results = new Map<string, unknown>();
  /** The parameters that lists were read for. Another value would need other lists. */
  readonly settled = new Set<string>();

  constructor(turn: HarnessTurn, tool: HarnessTool) {
    this.#turn = turn;
    this.#tool = tool;
  }

  /** The parameters that can't be chosen before others are known. */
  waiting({ parameters, values }: Known): ReadonlySet<string> {
    const all = parameters.filter((parameter) => {
      const source = this.#sourceOf(parameter);
      const lister = source && listerFor(this.#turn.tools(), this.#tool, source);
      return lister !== undefined && argumentsOf(lister, values) === undefined;
    });
    return new Set(all.map(({ name }) => name));
  }

  /** With choices for what has to be asked, and the values of what was named by its label. */
  async filledIn({ parameters, values }: Known): Promise<Known> {
    const known = new Map(values);
    const chosen: Parameter[] = [];
    for (const parameter of parameters) {
      const choices = this.#isWanted(parameter, known) ? await this.#choicesFor(parameter, known) : [];
      if (choices.length === 0) {
        chosen.push(parameter);
        continue;
      }
      chosen.push({ ...parameter, kind: 'choice', choices, description: '' });
      const given = known.get(parameter.name);
      const meant = given === undefined ? undefined : choices.find((choice) => isNamed(choice, given));
      if (meant) known.set(parameter.name, meant.value);
      else known.delete(parameter.name);
    }
    return { parameters: chosen, values: known };
  }

  #sourceOf({ name, kind }: Parameter): ChoiceSource | undefined {
    const { choices = {} } = this.#tool;
    return kind === 'text' && Object.hasOwn(choices, name) ? choices[name] : undefined;
  }

  /** A value that people can't read was given by what it is called. */
  #isWanted(parameter: Parameter, values: ReadonlyMap<string, unknown>): boolean {
    const source = this.#sourceOf(parameter);
    if (!source) return false;
    if (!values.has(parameter.name)) return parameter.required;
    return source.label !== undefined && source.label !== source.value;
  }

  async #choicesFor(parameter: Parameter, values: ReadonlyMap<string, unknown>): Promise<readonly Choice[]> {
    const source = this.#sourceOf(parameter);
    const lister = source && listerFor(this.#turn.tools(), this.#tool, source);
    const given = lister && argumentsOf(lister, values);
    if (!source || !lister || !given) return [];
    const input = JSON.stringify(given);
    const key = `${lister.name} ${input}`;
    if (!this.#results.has(key)) {
      const outcome = await this.#turn.callTool({ name: lister.name, input, says: calledBy(lister) });
      this.#results.set(key, outcome.kind === 'done' ? outcome.structured : undefined);
    }
    const choices = choicesAt(this.#results.get(key), source).slice(0, mostChoices);
    if (choices.length > 0) for (const name of Object.keys(given)) this.settled.add(name);
    return choices;
  }
}

/** Undefined where one that it needs is missing. */
function argumentsOf(
  lister: HarnessTool,
  values: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> | undefined {
  const parameters = parametersOf(lister.inputSchema);
  if (parameters.some(({ name, required }) => required && !values.has(name))) return undefined;
  return Object.fromEntries([...values].filter(([name]) => parameters.some((one) => one.name === name)));
}

function choicesAt(structured: unknown, { path, value, label = value }: ChoiceSource): readonly Choice[] {
  const entries = path
    .split('/')
    .filter((part) => part !== '')
    .reduce<readonly unknown[]>(
      (found, part) => found.flatMap((one) => (part === '*' ? entriesOf(one) : [propertyOf(one, part)])),
      [structured],
    );
  return entries.flatMap((entry) => {
    const own = value === undefined ? entry : propertyOf(entry, value);
    const shown = label === undefined ? own : propertyOf(entry, label);
    return isPlain(own) && isPlain(shown) ? [{ value: own, label: String(shown) }] : [];
  });
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function propertyOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isNamed({ value, label }: Choice, given: unknown): boolean {
  return value === given || label.trim().toLowerCase() === String(given).trim().toLowerCase();
}
