import os from 'node:os';

/** The environment for finding and resolving settings, besides flags and files. */
export interface HostEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly workingDirectory: string;
}

export function currentEnvironment(): HostEnvironment {
  return {
    platform: process.platform,
    env: process.env,
    home: os.homedir(),
    workingDirectory: process.cwd(),
  };
}
