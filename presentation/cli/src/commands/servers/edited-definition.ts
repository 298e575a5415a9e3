import path from 'node:path';
import type { KeptSecrets, ServerSettings, StoredSecrets } from '@loggia/protocol';
import { wrongUsage } from '../../failure.ts';
import type { World } from '../../world.ts';
import { pairs } from './settings.ts';
import { treatmentOf, type TypedTreatment } from './treatment.ts';

/** The words typed after `servers edit NAME`. */
export interface TypedEdit extends TypedTreatment {
  readonly command: readonly string[];
  readonly url: string | undefined;
  readonly header: readonly string[];
  readonly 'remove-header': readonly string[];
  readonly env: readonly string[];
  readonly 'remove-env': readonly string[];
  readonly cwd: string | undefined;
  readonly 'no-sandbox': boolean;
}

/** The whole definition with what was typed, and the stored values that stay. Throws with what to write instead. */
export function editedDefinition(
  typed: TypedEdit,
  { settings, secrets }: { readonly settings: ServerSettings; readonly secrets: StoredSecrets },
  world: Pick<World, 'env' | 'workingDirectory'>,
): { settings: ServerSettings; keep: KeptSecrets } {
  const [command, ...args] = typed.command;
  if (command !== undefined && typed.url !== undefined)
    throw wrongUsage('Give either a command after "--" or --url, not both.');
  const isHttp = typed.url !== undefined || (command === undefined && settings.url !== undefined);
  for (const option of isHttp
    ? (['env', 'remove-env', 'cwd', 'no-sandbox'] as const)
    : (['header', 'remove-header'] as const))
    if (isGiven(typed[option]))
      throw wrongUsage(
        `--${option} only applies to servers ${isHttp ? 'that run a command' : 'with a URL'}. Leave it out.`,
      );
  const { isolation, era, roots, startWithinSeconds, callWithinSeconds, sampling } = settings;
  const common = {
    ...{ isolation, era, roots, startWithinSeconds, callWithinSeconds, sampling },
    ...treatmentOf(typed),
  };
  if (isHttp) {
    const headers = pairs('--header', typed.header, {});
    const { type, oauth, url = '' } = settings;
    return {
      settings: compact({
        ...common,
        type: type === 'stdio' ? undefined : type,
        url: typed.url ?? url,
        headers: Object.keys(headers).length > 0 ? headers : undefined,
        oauth,
      }),
      keep: {
        headers: stays('remove-header', secrets.headers, typed['remove-header'], headers),
        ...(oauth && secrets.clientSecret && { clientSecret: true }),
      },
    };
  }
  const env = pairs('--env', typed.env, world.env);
  const { cwd, sandbox } = settings;
  return {
    settings: compact({
      ...common,
      command: command ?? settings.command,
      args: command === undefined ? settings.args : args,
      cwd: typed.cwd === undefined ? cwd : path.resolve(world.workingDirectory, typed.cwd),
      env: Object.keys(env).length > 0 ? env : undefined,
      sandbox: typed['no-sandbox'] ? false : sandbox,
    }),
    keep: { env: stays('remove-env', secrets.env, typed['remove-env'], env) },
  };
}

function isGiven(value: string | boolean | readonly string[] | undefined): boolean {
  return typeof value === 'boolean' ? value : (value?.length ?? 0) > 0;
}

function stays(
  option: string,
  stored: readonly string[],
  removed: readonly string[],
  given: Readonly<Record<string, string>>,
): string[] {
  for (const name of removed)
    if (!stored.includes(name)) {
      const there = stored.length === 0 ? 'There are none.' : `There are: ${stored.join(', ')}.`;
      throw wrongUsage(`--${option} cannot be "${name}", because the server has none of that name. ${there}`);
    }
  return stored.filter((name) => !removed.includes(name) && !Object.hasOwn(given, name));
}

function compact(settings: {
  readonly [Key in keyof ServerSettings]?: ServerSettings[Key] | undefined;
}): ServerSettings {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as ServerSettings;
}
