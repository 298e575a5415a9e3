import { spawn, type ChildProcess } from 'node:child_process';
import type { ProcessMarks } from './process-mark.ts';

/**
 * Reads `+ <group>` and `- <group>`, and when its input ends, kills what remains: these groups, and every process with
 * a mark of this host. That works however the host ends, even by `kill -9`, because the pipe closes with it.
 */
const script = `
trap '' HUP INT TERM
file=$1
pattern=$2
groups=
while read -r change group; do
  case $change in
    +) groups="$groups $group" ;;
    -) rest=
       for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
       groups=$rest ;;
  esac
done
marked() {
  for found in $(grep -lsaE "$pattern" /proc/[0-9]*/"$file" 2>/dev/null); do
    found=\${found#/proc/}
    echo "\${found%%/*}"
  done
}
strays=$(marked)
[ -n "$groups$strays" ] || exit 0
for each in $groups; do kill -s TERM -- "-$each" 2>/dev/null; done
for each in $strays; do kill -s TERM "$each" 2>/dev/null; done
sleep 1
for each in $groups; do kill -s KILL -- "-$each" 2>/dev/null; done
for round in 1 2 3 4 5; do
  strays=$(marked)
  [ -n "$strays" ] || exit 0
  for each in $strays; do kill -s KILL "$each" 2>/dev/null; done
  sleep 1
done
`;

/** How often a killed reaper is replaced. */
const replacements = 5;

export interface ReaperPorts {
  readonly marks: Pick<ProcessMarks, 'shows' | 'pattern'>;
  report(problem: string, error: unknown): void;
}

/**
 * Makes sure that no process of a server outlives the host. It is a small process beside the host, started before the
 * first server, and only reads until the host is gone. Without `sh` it does nothing.
 */
export class ProcessReaper {
  readonly #groups = new Set<number>();
  readonly #ports: ReaperPorts;
  #process: ChildProcess | undefined;
  #replaced = 0;
  #stopped = false;

  constructor(ports: ReaperPorts) {
    this.#ports = ports;
  }

  /** Does nothing if it runs. If it can't be started now, the next server tries again. */
  start(): void {
    if (process.platform === 'win32' || this.#stopped || this.#process !== undefined) return;
    const { shows, pattern } = this.#ports.marks;
    let reaper: ChildProcess;
    try {
      // Its own group: signals to the host's group, such as Ctrl-C, must not reach it.
      reaper = spawn('/bin/sh', ['-c', script, 'loggia-reaper', shows, pattern], {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
        env: { PATH: '/usr/bin:/bin' },
        cwd: '/',
      });
    } catch (error) {
      this.#notStarted(error);
      return;
    }
    const lost = (): boolean => {
      const isCurrent = this.#process === reaper;
      if (isCurrent) this.#process = undefined;
      return isCurrent;
    };
    reaper.on('error', (error) => {
      if (lost()) this.#notStarted(error);
    });
    reaper.on('exit', () => {
      if (!lost() || this.#groups.size === 0 || this.#replaced >= replacements) return;
      this.#replaced += 1;
      this.start();
    });
    this.#process = reaper;
    reaper.unref();
    // Without free descriptors, the child has no pipes, and the error comes later.
    const input = reaper.stdin;
    if (!input) return;
    input.on('error', () => {});
    if ('unref' in input && typeof input.unref === 'function') input.unref();
    this.#tell([...this.#groups].map((group) => `+ ${group}\n`).join(''));
  }

  add(group: number): void {
    this.#groups.add(group);
    if (this.#process === undefined) this.start();
    else this.#tell(`+ ${group}\n`);
  }

  /** The group has ended; its number may be reused from now on. */
  remove(group: number): void {
    if (this.#groups.delete(group)) this.#tell(`- ${group}\n`);
  }

  stop(): void {
    this.#stopped = true;
    this.#process?.stdin?.end();
  }

  #notStarted(error: unknown): void {
    this.#ports.report('Servers and agents may outlive the host: no process can watch over them', error);
  }

  #tell(text: string): void {
    this.#process?.stdin?.write(text);
  }
}
