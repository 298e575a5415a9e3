import type { KeptSecrets, ServerSettings, StoredSecrets } from '@loggia/protocol';
import { joinCommand } from '../add/split-command.ts';
import { nothingTyped, settingsTyped, type TypedServer } from '../add/typed-settings.ts';

/** The change to a stored value: keep, remove, or replace it. */
export type Fate = 'keep' | 'remove' | { readonly value: string };

/** By name. */
export type Fates = Readonly<Record<string, Fate>>;

/** The form of a server that is edited. */
export interface EditedServer {
  readonly typed: TypedServer;
  readonly env: Fates;
  readonly headers: Fates;
  readonly clientSecret: Fate | undefined;
}

/** A form filled in with the definition that the host has. */
export function editedFrom(settings: ServerSettings, secrets: StoredSecrets): EditedServer {
  return {
    typed: typedFrom(settings),
    env: kept(secrets.env),
    headers: kept(secrets.headers),
    clientSecret: secrets.clientSecret ? 'keep' : undefined,
  };
}

/**
 * The definition to save, and which stored values it keeps. Settings that the form doesn't show stay as they were.
 * Throws a sentence that says what to write instead.
 */
export function definitionEdited(
  { typed, env, headers, clientSecret }: EditedServer,
  original: ServerSettings,
): { settings: ServerSettings; keep: KeptSecrets } {
  const { era, sampling } = original;
  const written = settingsTyped(typed);
  const isProcess = typed.way === 'command';
  const newEnv = isProcess ? { ...replaced(env), ...written.env } : {};
  const newHeaders = isProcess ? {} : { ...replaced(headers), ...written.headers };
  const { oauth } = written;
  const newSecret = typeof clientSecret === 'object' ? clientSecret.value : oauth?.clientSecret;
  return {
    settings: {
      ...(era && { era }),
      ...(sampling && { sampling }),
      ...(original.sandbox === false && isProcess && { sandbox: false }),
      ...written,
      ...(Object.keys(newEnv).length > 0 && { env: newEnv }),
      ...(Object.keys(newHeaders).length > 0 && { headers: newHeaders }),
      ...(oauth && { oauth: { clientId: oauth.clientId, ...(newSecret && { clientSecret: newSecret }) } }),
    },
    keep: {
      ...(isProcess && { env: keptIn(env, newEnv) }),
      ...(!isProcess && { headers: keptIn(headers, newHeaders) }),
      ...(!isProcess && oauth && clientSecret === 'keep' && !newSecret && { clientSecret: true }),
    },
  };
}

function typedFrom(settings: ServerSettings): TypedServer {
  const { command, args = [], cwd, url, type, isolation, roots, sandbox, oauth } = settings;
  const box = typeof sandbox === 'object' ? sandbox : {};
  const granted = (wanted: 'read' | 'write'): string =>
    (box.folders ?? [])
      .filter(({ access = 'read' }) => access === wanted)
      .map(({ path }) => path)
      .join('\n');
  return {
    ...nothingTyped,
    way: command === undefined && url !== undefined ? 'url' : 'command',
    command: command === undefined ? '' : joinCommand([command, ...args]),
    cwd: cwd ?? '',
    url: url ?? '',
    clientId: oauth?.clientId ?? '',
    isSse: type === 'sse',
    isOwn: isolation === 'session',
    roots: roots ?? '',
    startWithin: String(settings.startWithinSeconds ?? ''),
    callWithin: String(settings.callWithinSeconds ?? ''),
    isSandboxed: sandbox !== undefined && sandbox !== false,
    reads: granted('read'),
    writes: granted('write'),
    hasNetwork: box.network === 'host',
  };
}

function kept(names: readonly string[]): Fates {
  return Object.fromEntries(names.map((name) => [name, 'keep' as const]));
}

function replaced(fates: Fates): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fates).flatMap(([name, fate]) =>
      typeof fate === 'object' ? [[name, fate.value] as const] : [],
    ),
  );
}

function keptIn(fates: Fates, given: Readonly<Record<string, string>>): string[] {
  return Object.entries(fates).flatMap(([name, fate]) =>
    fate === 'keep' && !Object.hasOwn(given, name) ? [name] : [],
  );
}
