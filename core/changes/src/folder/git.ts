import { spawn } from 'node:child_process';

/**
 * A repository may come from anywhere, and its configuration names programs. Only commands that read the index, the
 * objects and the ignore rules are used: they run no filters, and what could run something else is off.
 */
const harmless = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
const alone = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  /** Nothing of the user's is refreshed on the way. */
  GIT_OPTIONAL_LOCKS: '0',
  /** A partial clone would otherwise fetch what it lacks. */
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

const longestMs = 20_000;
const mostOutput = 64 * 1024 * 1024;

/** The output of a command; undefined if it failed, took too long or said too much, or if there is no Git. */
export function runGit(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const git = spawn('git', [...harmless, '-C', folder, ...args], {
      env: { ...withoutGit(env), ...alone },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let length = 0;
    git.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > mostOutput) git.kill('SIGKILL');
      else chunks.push(chunk);
    });
    git.on('error', () => resolve(undefined));
    git.on('close', (code) =>
      resolve(code === 0 && length <= mostOutput ? Buffer.concat(chunks) : undefined),
    );
  });
}

/** Variables such as `GIT_DIR` would point to another repository. */
function withoutGit(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}
