const posix = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TERM', 'TMPDIR', 'TZ'],
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME'],
];
const windows = [
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE'],
];

export type Environment = Readonly<Record<string, string | undefined>>;

export interface WantedVariables {
  readonly env: Readonly<Record<string, string>>;
  readonly passEnv: readonly string[];
}

/**
 * The environment of an agent's process: its own variables, and of the host's only those that a program needs to run
 * at all, or that are passed on by name. Everything else may be secret.
 */
export function agentEnvironment(
  host: Environment,
  { env, passEnv }: WantedVariables,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isWindows = platform === 'win32';
  const isKept = (name: string): boolean =>
    passEnv.includes(name) ||
    (isWindows ? windows.includes(name.toUpperCase()) : posix.includes(name) || name.startsWith('LC_'));
  const kept = Object.entries(host).flatMap(([name, value]) =>
    // A value that begins like this is an exported shell function, which would run in every shell of the agent.
    value !== undefined && !value.startsWith('()') && isKept(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), ...env };
}
