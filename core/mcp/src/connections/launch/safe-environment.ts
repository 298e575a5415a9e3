const posix = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TERM', 'TMPDIR', 'TZ'];
const windows = [
  'APPDATA',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
];

/**
 * The environment of a server's process: the variables of its definition, and of the host's own only those that a
 * program needs to run at all. Everything else may be secret.
 */
export function safeEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const names = platform === 'win32' ? windows : posix;
  const base = Object.entries(host).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    if (value === undefined) return false;
    // An exported shell function: it would run in every shell of the server.
    if (value.startsWith('()')) return false;
    if (platform === 'win32') return names.includes(name.toUpperCase());
    return names.includes(name) || name.startsWith('LC_');
  });
  return { ...Object.fromEntries(base), ...own };
}
