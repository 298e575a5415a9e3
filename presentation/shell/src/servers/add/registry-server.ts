import type { ServerSettings } from '@loggia/protocol';

/** One way to have a server that a registry describes, and what somebody has to fill in for it. */
export interface RegistryWay {
  readonly label: string;
  readonly settings: ServerSettings;
  /** Names of variables and headers that have no value yet. */
  readonly missing: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** Programs that fetch a package of a registry and run it. */
const runners: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>> = {
  npm: { command: 'npx', args: ['-y'] },
  pypi: { command: 'uvx', args: [] },
  nuget: { command: 'dnx', args: ['--yes'] },
  oci: { command: 'docker', args: ['run', '-i', '--rm'] },
};

/** Whether it is a `server.json` of the MCP registry, alone or as the registry answers with it. */
export function registryEntry(value: unknown): Json | undefined {
  if (!isJson(value)) return undefined;
  const entry = isJson(value['server']) && !('command' in value['server']) ? value['server'] : value;
  const isOne = Array.isArray(entry['packages']) || Array.isArray(entry['remotes']);
  return isOne && typeof entry['name'] === 'string' ? entry : undefined;
}

export function registryWays(entry: Json): readonly RegistryWay[] {
  const remotes = listOf(entry['remotes']).flatMap(remoteWay);
  const packages = listOf(entry['packages']).flatMap(packageWay);
  return [...remotes, ...packages];
}

function remoteWay(remote: Json): RegistryWay[] {
  const url = textOf(remote['url']);
  if (url === undefined) return [];
  const headers = valuesOf(remote['headers']);
  const type = remote['type'] === 'sse' || remote['transport_type'] === 'sse' ? 'sse' : 'http';
  return [
    {
      label: `At ${URL.canParse(url) ? new URL(url).host : url}`,
      settings: { type, url, ...(Object.keys(headers.values).length > 0 && { headers: headers.values }) },
      missing: headers.missing,
    },
  ];
}

function packageWay(given: Json): RegistryWay[] {
  const registry = textOf(given['registryType']) ?? textOf(given['registry_type']) ?? '';
  const identifier = textOf(given['identifier']) ?? textOf(given['name']);
  const runner = Object.hasOwn(runners, registry) ? runners[registry] : undefined;
  const transport = isJson(given['transport']) ? textOf(given['transport']['type']) : undefined;
  // A package that listens on its own has to be started by somebody; it is reached by its address.
  if (identifier === undefined || runner === undefined || (transport ?? 'stdio') !== 'stdio') return [];
  const env = valuesOf(given['environmentVariables'] ?? given['environment_variables']);
  const runtime = argumentsOf(given['runtimeArguments'] ?? given['runtime_arguments']);
  const own = argumentsOf(given['packageArguments'] ?? given['package_arguments']);
  const forwarded = registry === 'oci' ? Object.keys(env.values).flatMap((name) => ['-e', name]) : [];
  const args = [
    ...runner.args,
    ...runtime.words,
    ...forwarded,
    versioned(registry, identifier, textOf(given['version'])),
    ...own.words,
  ];
  return [
    {
      label: `With ${runner.command}, on the host`,
      settings: {
        command: runner.command,
        args,
        ...(Object.keys(env.values).length > 0 && { env: env.values }),
      },
      missing: [...env.missing, ...runtime.missing, ...own.missing],
    },
  ];
}

function versioned(registry: string, identifier: string, version: string | undefined): string {
  if (version === undefined || version === 'latest') return identifier;
  if (registry === 'oci') return /[:@][^/]*$/.test(identifier) ? identifier : `${identifier}:${version}`;
  return registry === 'pypi' ? `${identifier}==${version}` : `${identifier}@${version}`;
}

/** Required values without a default are listed as empty, to be filled in. */
function valuesOf(given: unknown): { values: Record<string, string>; missing: string[] } {
  const values: [string, string][] = [];
  const missing: string[] = [];
  for (const input of listOf(given)) {
    const name = textOf(input['name']);
    if (name === undefined) continue;
    const value = textOf(input['value']) ?? textOf(input['default']);
    const isRequired = input['isRequired'] === true || input['is_required'] === true;
    const isOpen = value === undefined || /\{[\w-]+\}/.test(value);
    if (isOpen && (isRequired || value !== undefined)) missing.push(name);
    if (value !== undefined || isRequired) values.push([name, value ?? '']);
  }
  return { values: Object.fromEntries(values), missing };
}

function argumentsOf(given: unknown): { words: string[]; missing: string[] } {
  const words: string[] = [];
  const missing: string[] = [];
  for (const input of listOf(given)) {
    const name = textOf(input['name']);
    const value = textOf(input['value']) ?? textOf(input['default']);
    const label = name ?? textOf(input['valueHint']) ?? textOf(input['value_hint']) ?? 'argument';
    const isRequired = input['isRequired'] === true || input['is_required'] === true;
    if (input['type'] === 'named' && name !== undefined) {
      if (value === undefined && !isRequired) continue;
      words.push(name, ...(value === undefined ? [] : [value]));
    } else if (value !== undefined || isRequired) {
      words.push(value ?? `{${label}}`);
    }
    if (isRequired && (value === undefined || /\{[\w-]+\}/.test(value))) missing.push(label);
  }
  return { words, missing };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson).slice(0, 100) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
