import { spawn } from 'node:child_process';
import { lstat, opendir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';
import { plainLine } from '../files/names.ts';
import { FetchRefused } from './fetch-refused.ts';
import { megabytes, type FetchLimits } from './fetch-limits.ts';
import type { GitAddress } from './git-address.ts';

export interface CloneOptions {
  /** The host's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits: Pick<FetchLimits, 'maxBytes' | 'maxEntries' | 'gitMs'>;
  readonly signal: AbortSignal;
}

/** Variables of the host that Git needs to find programs, keys, certificates and the way out. */
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTPS_PROXY',
  'https_proxy',
  'ALL_PROXY',
  'all_proxy',
  'NO_PROXY',
  'no_proxy',
  'SystemRoot',
  'USERPROFILE',
];

/** Nobody is there to answer a question, and nothing but the fetching itself may run. */
const unattended = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  GIT_LFS_SKIP_SMUDGE: '1',
};
const noHooks = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];

const measureEveryMs = 250;
const longestComplaint = 2000;

/**
 * Fetches the newest state of a repository into an empty folder: one commit, no history, no submodules, no hooks. What
 * is left are the files. Resolves to the commit; rejects with FetchRefused, or with the signal's reason.
 */
export async function clone(
  { address, shown, protocols }: GitAddress,
  ref: string | undefined,
  target: string,
  options: CloneOptions,
): Promise<string> {
  const { limits, signal } = options;
  const base = Object.fromEntries(passedOn.flatMap((name) => [[name, options.env[name]]]));
  const env = { ...base, ...unattended, GIT_ALLOW_PROTOCOL: protocols };
  const args = [
    ...noHooks,
    'clone',
    '--quiet',
    '--depth=1',
    '--single-branch',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-local',
    '--template=',
    ...(ref === undefined ? [] : [`--branch=${ref}`]),
    '--',
    address,
    target,
  ];
  const late = AbortSignal.timeout(limits.gitMs);
  const grown = new AbortController();
  const stopMeasuring = measure(target, limits, () => grown.abort());
  const ends = AbortSignal.any([signal, late, grown.signal]);
  try {
    const cloned = await runGit(args, env, ends);
    signal.throwIfAborted();
    // It may have ended between two looks.
    if (grown.signal.aborted || (await isLarger(target, limits)))
      throw new FetchRefused(
        `The repository is larger than ${megabytes(limits.maxBytes)} or has more than ${limits.maxEntries} files. Use a smaller one.`,
      );
    if (late.aborted)
      throw new FetchRefused(
        `Git didn't finish within ${Math.round(limits.gitMs / 1000)} seconds. Check the connection to ${shown}, then try again.`,
      );
    if (cloned.code !== 0) throw unreachable(shown, cloned.complaint);
    const head = await runGit([...noHooks, '-C', target, 'rev-parse', 'HEAD'], env, ends);
    return head.out.trim();
  } finally {
    stopMeasuring();
    await rm(path.join(target, '.git'), { recursive: true, force: true });
  }
}

function unreachable(shown: string, complaint: string): FetchRefused {
  const lines = complaint
    .split('\n')
    .map((line) => plainLine(line.replace(/^(fatal|error|remote): */i, ''), 300))
    .filter((line) => line !== '' && !line.startsWith('Cloning into'));
  const why = lines.slice(0, 3).join(' ').replace(/\.$/, '') || 'Git gave no reason';
  return new FetchRefused(
    `Git couldn't fetch ${shown}: ${why}. Check the address, and that the user who runs the host can reach it.`,
  );
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly complaint: string;
}

/** In a session of its own: without a terminal to ask on, and with everything that it starts ended together. */
function runGit(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  ends: AbortSignal,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const git = spawn('git', args, { env: { ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let complaint = '';
    git.stdout.setEncoding('utf8').on('data', (text: string) => {
      out = (out + text).slice(0, longestComplaint);
    });
    git.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-longestComplaint);
    });
    const kill = (): void => {
      try {
        if (git.pid !== undefined) process.kill(-git.pid, 'SIGKILL');
      } catch {
        git.kill('SIGKILL');
      }
    };
    if (ends.aborted) kill();
    ends.addEventListener('abort', kill, { once: true });
    git.on('error', (error) => {
      ends.removeEventListener('abort', kill);
      const isMissing = errnoOf(error) === 'ENOENT';
      reject(
        isMissing
          ? new FetchRefused(
              "Git isn't installed on the host. Install it, or add the plugin from a folder or a .zip file.",
            )
          : error,
      );
    });
    git.on('close', (code) => {
      ends.removeEventListener('abort', kill);
      resolve({ code, out, complaint });
    });
  });
}

/** Calls `grown` as soon as the folder holds too much. The result ends it. */
function measure(
  folder: string,
  limits: Pick<FetchLimits, 'maxBytes' | 'maxEntries'>,
  grown: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    if (await isLarger(folder, limits)) {
      grown();
      return;
    }
    if (!isOver) timer = setTimeout(() => void look(), measureEveryMs);
  };
  timer = setTimeout(() => void look(), measureEveryMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Whether a folder holds more than this. Files come and go meanwhile. */
async function isLarger(
  folder: string,
  { maxBytes, maxEntries }: Pick<FetchLimits, 'maxBytes' | 'maxEntries'>,
): Promise<boolean> {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const listed = await opendir(next).catch(() => undefined);
    for await (const entry of listed ?? []) {
      const place = path.join(next, entry.name);
      entries += 1;
      if (entry.isDirectory()) folders.push(place);
      else bytes += (await lstat(place).catch(() => undefined))?.size ?? 0;
      if (bytes > maxBytes || entries > maxEntries) return true;
    }
  }
  return false;
}
