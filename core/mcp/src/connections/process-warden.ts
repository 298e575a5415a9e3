import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads `+ <group>` and `- <group>`, and ends what remains when its input ends. That happens however the host goes, by
 * `kill -9` too: the pipe closes with it.
 */
const script = `
trap '' HUP INT TERM
groups=
while read -r change group; do
  case $change in
    +) groups="$groups $group" ;;
    -) rest=
       for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
       groups=$rest ;;
  esac
done
[ -n "$groups" ] || exit 0
for each in $groups; do kill -s TERM -- "-$each" 2>/dev/null; done
sleep 1
for each in $groups; do kill -s KILL -- "-$each" 2>/dev/null; done
`;

/** How often a warden that somebody killed is replaced. */
const replacements = 5;

/**
 * Sees to it that no process group outlives the host. It is one small process beside the host, started with the first
 * group. Where there is no `sh` it does nothing.
 */
export class ProcessWarden {
  readonly #groups = new Set<number>();
  readonly #report: (problem: string, error: unknown) => void;
  #process: ChildProcess | undefined;
  #started = 0;
  #stopped = false;

  constructor(report: (problem: string, error: unknown) => void) {
    this.#report = report;
  }

  add(group: number): void {
    this.#groups.add(group);
    if (this.#process === undefined) this.#start();
    else this.#tell(`+ ${group}\n`);
  }

  /** The group has ended; its number may belong to somebody else from now on. */
  remove(group: number): void {
    if (this.#groups.delete(group)) this.#tell(`- ${group}\n`);
  }

  stop(): void {
    this.#stopped = true;
    this.#process?.stdin?.end();
  }

  #start(): void {
    if (process.platform === 'win32' || this.#stopped || this.#started > replacements) return;
    this.#started += 1;
    // A group of its own: what is sent to the host's, such as Ctrl-C, must not reach it.
    const warden = spawn('/bin/sh', ['-c', script], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    this.#process = warden;
    const lost = (error?: unknown) => {
      if (this.#process !== warden) return;
      this.#process = undefined;
      if (error !== undefined)
        this.#report('Servers may outlive the host: no process can watch over them', error);
      if (this.#groups.size > 0) this.#start();
    };
    warden.on('error', lost);
    warden.on('exit', () => lost());
    warden.stdin.on('error', () => {});
    warden.unref();
    if ('unref' in warden.stdin && typeof warden.stdin.unref === 'function') warden.stdin.unref();
    this.#tell([...this.#groups].map((group) => `+ ${group}\n`).join(''));
  }

  #tell(text: string): void {
    this.#process?.stdin?.write(text);
  }
}
