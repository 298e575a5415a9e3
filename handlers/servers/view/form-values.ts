import {
  isRemote,
  settingsSchema,
  type Problem,
  type Registration,
  type Settings,
} from '../src/registration.ts';

/** The settings as somebody types them. */
export interface FormValues {
  readonly name: string;
  readonly reach: 'command' | 'address';
  readonly command: string;
  /** One per line. */
  readonly args: string;
  readonly cwd: string;
  readonly env: readonly (readonly [string, string])[];
  readonly url: string;
  readonly older: boolean;
  readonly headers: readonly (readonly [string, string])[];
  /** Empty: as the host decides. */
  readonly sandbox: '' | 'on' | 'off';
  /** Folders, one per line. */
  readonly reads: string;
  readonly writes: string;
  readonly network: boolean;
  readonly isolation: '' | 'shared' | 'session';
  readonly sampling: '' | 'ask' | 'allow' | 'deny';
  readonly startWithin: string;
  readonly callWithin: string;
  /** Settings without a field here, kept so that they are not lost. */
  readonly rest: Settings;
}

export function valuesOf(draft: Readonly<Record<string, unknown>>): FormValues {
  const settings = settingsSchema.safeParse(draft['settings']).data ?? {};
  const {
    type,
    command,
    args,
    cwd,
    env,
    url,
    headers,
    isolation,
    sampling,
    startWithinSeconds,
    callWithinSeconds,
    ...rest
  } = settings;
  return {
    name: typeof draft['name'] === 'string' ? draft['name'] : '',
    reach: isRemote(settings) ? 'address' : 'command',
    command: command ?? '',
    args: (args ?? []).join('\n'),
    cwd: cwd ?? '',
    env: Object.entries(env ?? {}),
    url: url ?? '',
    older: type === 'sse',
    headers: Object.entries(headers ?? {}),
    ...sandboxValues(settings.sandbox),
    isolation: isolation ?? '',
    sampling: sampling ?? '',
    startWithin: startWithinSeconds === undefined ? '' : String(startWithinSeconds),
    callWithin: callWithinSeconds === undefined ? '' : String(callWithinSeconds),
    rest,
  };
}

export function registrationOf(values: FormValues): Registration {
  const { isolation, sampling } = values;
  const { sandbox: _sandbox, ...rest } = values.rest;
  const startWithinSeconds = positive(values.startWithin);
  const callWithinSeconds = positive(values.callWithin);
  return {
    name: values.name.trim(),
    settings: {
      ...(values.reach === 'command' ? commandSettings(values) : addressSettings(values)),
      ...rest,
      ...(isolation !== '' && { isolation }),
      ...(sampling !== '' && { sampling }),
      ...(startWithinSeconds !== undefined && { startWithinSeconds }),
      ...(callWithinSeconds !== undefined && { callWithinSeconds }),
    },
  };
}

type SandboxValues = Pick<FormValues, 'sandbox' | 'reads' | 'writes' | 'network'>;

function sandboxValues(given: Settings['sandbox']): SandboxValues {
  const { folders = [], network = 'none' } = typeof given === 'object' ? given : {};
  const paths = (access: 'read' | 'write'): string =>
    folders
      .filter((folder) => (folder.access ?? 'read') === access)
      .map(({ path }) => path)
      .join('\n');
  return {
    sandbox: given === undefined ? '' : given === false ? 'off' : 'on',
    reads: paths('read'),
    writes: paths('write'),
    network: network === 'host',
  };
}

/** The original value, unless the user has changed it: the same settings can be written in several ways. */
function sandboxSettings({ sandbox, reads, writes, network, rest }: FormValues): Settings['sandbox'] {
  const before = sandboxValues(rest.sandbox);
  const isSame =
    sandbox === before.sandbox &&
    reads === before.reads &&
    writes === before.writes &&
    network === before.network;
  if (isSame) return rest.sandbox;
  if (sandbox !== 'on') return sandbox === 'off' ? false : undefined;
  const granted = (lines: string, access: 'read' | 'write') =>
    filledLines(lines).map((path) => ({ path, access }));
  const folders = [...granted(reads, 'read'), ...granted(writes, 'write')];
  if (folders.length === 0 && !network) return true;
  return { ...(folders.length > 0 && { folders }), ...(network && { network: 'host' }) };
}

function filledLines(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

function commandSettings(values: FormValues): Settings {
  const { command, args, cwd, env } = values;
  const lines = args.split('\n').filter((line) => line !== '');
  const variables = named(env);
  const sandbox = sandboxSettings(values);
  return {
    type: 'stdio',
    command: command.trim(),
    args: lines,
    ...(cwd.trim() !== '' && { cwd: cwd.trim() }),
    ...(variables && { env: variables }),
    ...(sandbox !== undefined && { sandbox }),
  };
}

function addressSettings({ url, older, headers }: FormValues): Settings {
  const written = named(headers);
  return { type: older ? 'sse' : 'http', url: url.trim(), ...(written && { headers: written }) };
}

/** Rows that somebody has added and not filled in yet are nothing. */
function named(rows: FormValues['env']): Record<string, string> | undefined {
  const filled = rows.filter(([name]) => name.trim() !== '');
  return filled.length === 0
    ? undefined
    : Object.fromEntries(filled.map(([name, value]) => [name.trim(), value]));
}

function positive(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** An empty field isn't wrong until somebody has left it that way: a new form must not begin with complaints. */
export function problemsToShow(
  problems: readonly Problem[],
  values: FormValues,
  left: ReadonlySet<string>,
): readonly Problem[] {
  return problems.filter(({ field }) => values[field].length > 0 || left.has(field));
}
