import { spawn } from 'node:child_process';
import type { World } from '../world.ts';

/** Whether somebody sits in front of this machine's screen. */
export function hasBrowser({ platform, env }: Pick<World, 'platform' | 'env'>): boolean {
  if ((env['CI'] || 'false') !== 'false') return false;
  if (env['SSH_CONNECTION'] || env['SSH_CLIENT'] || env['SSH_TTY']) return false;
  const hasOwnScreen = platform === 'darwin' || platform === 'win32';
  return hasOwnScreen || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/**
 * The address comes from an untrusted authorization server. So no shell may see it (`start` would run what follows an
 * ampersand), and the caller has checked that it is a web address.
 */
export function browserCommand(platform: NodeJS.Platform, url: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Resolves once it is known whether the program could be started at all. */
export function launch(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  }).catch(() => false);
}
