import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errnoOf } from '@loggia/access';
import type { AcpOptions } from '@loggia/acp';
import type { ModelHarnessOptions } from '@loggia/model';
import type { Harness } from '@loggia/sessions';
import type { AgentOrigin } from '../models/agent-origin.ts';
import { StartError } from '../start-error.ts';
import type { AgentConfig, HostConfig } from './host-config.ts';
import type { HostEnvironment } from './host-environment.ts';

/** Variables that contain a key, or the address of a model. */
const modelVariables = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'OLLAMA_HOST'];

/** The agents that come with the host, each loaded only if it is wanted. */
const included = new Map<string, () => Promise<object>>([
  ['@loggia/operator', () => import('@loggia/operator')],
  ['@loggia/model', () => import('@loggia/model')],
  ['@loggia/acp', () => import('@loggia/acp')],
]);

export interface LoadedAgents {
  readonly harnesses: readonly Harness[];
  /** The origin of each, by its provider. */
  readonly origins: ReadonlyMap<string, AgentOrigin>;
}

/**
 * Loads the agents that the configuration names, in its order; if it names none, those that come with the host. A
 * module exports `createHarness(options)`, which returns a harness or a promise of one. Throws a StartError that names
 * the agent: a host that silently lacks one helps nobody.
 */
export async function loadHarnesses(
  { agents, configFile }: Pick<HostConfig, 'agents' | 'configFile'>,
  env: HostEnvironment['env'],
): Promise<LoadedAgents> {
  if (agents === undefined) return embeddedHarnesses(env);
  const harnesses: Harness[] = [];
  const origins = new Map<string, AgentOrigin>();
  const owners = new Map<string, string>();
  for (const [index, agent] of agents.entries()) {
    const where = `${configFile}: agents[${index}] ("${agent.module}")`;
    const harness = await loadHarness(agent, where, configFile ?? '');
    const { provider } = harness.describe;
    const owner = owners.get(provider);
    if (owner !== undefined) {
      throw new StartError(
        2,
        `${where} is called "${provider}", as is "${owner}"; give one of them another name.`,
      );
    }
    owners.set(provider, agent.module);
    harnesses.push(harness);
    origins.set(provider, {
      kind: 'file',
      ...(configFile !== undefined && { name: configFile }),
      // The harness accepted them, so they have its type.
      ...(agent.module === '@loggia/model' && { options: agent.options as unknown as ModelHarnessOptions }),
      ...(agent.module === '@loggia/acp' && { program: agent.options as unknown as AcpOptions }),
    });
  }
  return { harnesses, origins };
}

/** The one that needs nothing, and a model for each key in the environment, which comes first. */
async function embeddedHarnesses(env: HostEnvironment['env']): Promise<LoadedAgents> {
  const { createHarness: createOperator } = await import('@loggia/operator');
  const operator = createOperator();
  const origins = new Map<string, AgentOrigin>([[operator.describe.provider, { kind: 'builtIn' }]]);
  if (!modelVariables.some((name) => env[name])) return { harnesses: [operator], origins };
  // Loaded only then, because it is large.
  const { createHarness: createModel, modelsFromEnvironment } = await import('@loggia/model');
  const models = await Promise.all(
    modelsFromEnvironment(env).map(async (options) => {
      const model = await createModel(options);
      const name = options.apiKeyEnv ?? 'OLLAMA_HOST';
      origins.set(model.describe.provider, { kind: 'environment', name, options });
      return model;
    }),
  );
  return { harnesses: [...models, operator], origins };
}

async function loadHarness({ module, options }: AgentConfig, where: string, base: string): Promise<Harness> {
  const load = included.get(module) ?? locate(module, where, base);
  let exported: { readonly createHarness?: unknown };
  try {
    exported = await load();
  } catch (error) {
    throw failed(`${where} cannot be loaded`, error);
  }
  const { createHarness } = exported;
  if (typeof createHarness !== 'function') {
    throw new StartError(2, `${where} has no createHarness; export a function of that name from it.`);
  }
  let harness: unknown;
  try {
    harness = await (createHarness as (given: typeof options) => unknown)(options);
  } catch (error) {
    throw failed(`${where} fails in createHarness`, error);
  }
  if (!isHarness(harness)) {
    throw new StartError(
      2,
      `${where} does not create a harness; createHarness must return { describe: { provider, … }, run(turn) { … } }.`,
    );
  }
  return harness;
}

/** Looks for a package beside the configuration file first, then in the host's own installation. */
function locate(module: string, where: string, base: string): () => Promise<object> {
  if (path.isAbsolute(module)) {
    if (existsSync(module)) return () => import(pathToFileURL(module).href) as Promise<object>;
    throw new StartError(
      2,
      `${where} is not there; correct the path, which is relative to the configuration file.`,
    );
  }
  let why = 'cannot be found; install the package beside the configuration file';
  for (const from of [base, import.meta.url]) {
    try {
      const found = createRequire(from).resolve(module);
      const specifier = path.isAbsolute(found) ? pathToFileURL(found).href : found;
      return () => import(specifier) as Promise<object>;
    } catch (error) {
      // Node has no stable API yet to resolve like `import` from a chosen location.
      if (errnoOf(error) === 'ERR_PACKAGE_PATH_NOT_EXPORTED') {
        why = 'has no "default" among the exports in its package.json; add that';
      }
    }
  }
  throw new StartError(2, `${where} ${why}, or give the path of its file, starting with "./".`);
}

function isHarness(value: unknown): value is Harness {
  if (typeof value !== 'object' || value === null) return false;
  const { describe, run } = value as Partial<Harness>;
  return typeof run === 'function' && typeof describe?.provider === 'string' && describe.provider !== '';
}

function failed(what: string, error: unknown): StartError {
  const why = error instanceof Error ? error.message : String(error);
  return new StartError(2, `${what}; correct it or remove the entry: ${why}`, { cause: error });
}
