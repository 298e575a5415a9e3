import { spawn } from 'node:child_process';
import type { HostEnvironment } from '../config/host-environment.ts';

/** Whether there is a screen on this machine, and somebody wants a browser there. */
export function shouldOpenBrowser(
  { platform, env }: Pick<HostEnvironment, 'platform' | 'env'>,
  { noOpen, isTerminal }: { readonly noOpen: boolean; readonly isTerminal: boolean },
): boolean {
  if (noOpen || !isTerminal) return false;
  if ((env['CI'] || 'false') !== 'false') return false;
  if (env['SSH_CONNECTION'] || env['SSH_CLIENT'] || env['SSH_TTY']) return false;
  const hasOwnScreen = platform === 'darwin' || platform === 'win32';
  return hasOwnScreen || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

export function browserCommand(platform: NodeJS.Platform, url: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  // The empty text is the window's title; without it, `start` takes the address for one.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url];
  return ['xdg-open', url];
}

/**
 * Ignores failures. The address must not contain the token, only a single-use ticket: everybody on the machine can read
 * the arguments of processes.
 */
export function openBrowser(platform: NodeJS.Platform, url: string): void {
  const [command, ...args] = browserCommand(platform, url);
  try {
    const child = spawn(command, args, {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      windowsVerbatimArguments: true,
    });
    child.once('error', () => undefined);
    child.unref();
  } catch {
    // The address is printed as well.
  }
}
