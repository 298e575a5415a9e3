/**
 * The messages that this process sends to the one that holds the pseudo-terminal. Input and output are its standard
 * streams, as bytes.
 */
export type ToPty =
  | {
      readonly open: {
        readonly program: string;
        readonly args: readonly string[];
        readonly cwd: string;
        readonly env: Readonly<Record<string, string>>;
        readonly cols: number;
        readonly rows: number;
      };
    }
  | { readonly resize: { readonly cols: number; readonly rows: number } }
  | { readonly end: true };

/** The source of that process. `library` is the path of the pseudo-terminal library. */
export function ptyProgram(library: string): string {
  return `(${body.toString()})(${JSON.stringify(library)}, require);`;
}

interface Pty {
  readonly pid: number;
  onData(listener: (data: Buffer) => void): void;
  onExit(listener: (exit: { exitCode: number; signal?: number }) => void): void;
  write(data: Buffer): void;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
  kill(signal?: string): void;
}

/** Private parts of the library, as far as its release has them. */
interface Insides {
  readonly _socket?: { destroy(): void };
  /** The path of the program's side. */
  readonly _pty?: string;
}

type Spawn = (program: string, args: readonly string[], options: object) => Pty;

/** Runs as text in another process: it must not use anything from outside. */
function body(library: string, require: (name: string) => unknown): void {
  const tell = (message: object, then?: () => void): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => then?.());
    else then?.();
  };
  const leave = (): void => process.exit(0);
  let pty: Pty | undefined;
  let isEnding = false;

  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    if (!pty) return leave();
    const { pid } = pty;
    try {
      pty.kill(process.platform === 'win32' ? undefined : 'SIGHUP');
    } catch {
      // It has ended by itself.
    }
    setTimeout(() => {
      try {
        if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
      leave();
    }, 1000);
  };

  /**
   * Reads everything that the program has written before its end is told. As soon as nobody has the program's side
   * open, the system hangs up, and Node drops what it hasn't read by then: so this process keeps that side open, too.
   * The library also closes its own side 200 ms after the program's end; that has to wait until nothing more comes. A
   * program in the background could have the other side open forever.
   */
  const readToTheEnd = (running: Pty, isDone: () => boolean, look: () => void): void => {
    const { _socket: socket, _pty: file } = running as unknown as Insides;
    if (socket === undefined || file === undefined) return;
    const { openSync, closeSync, constants } = require('fs') as typeof import('node:fs');
    const held = openSync(file, constants.O_RDWR | constants.O_NOCTTY);
    const close = socket.destroy.bind(socket);
    socket.destroy = () => {
      const looking = setInterval(() => {
        if (!isDone()) return look();
        clearInterval(looking);
        closeSync(held);
        close();
      }, 50);
    };
  };

  const open = (wanted: Extract<ToPty, { open: object }>['open']): void => {
    try {
      const { spawn } = require(library) as { spawn: Spawn };
      const { cwd, env, cols, rows } = wanted;
      const options = { name: 'xterm-256color', cwd, env, cols, rows, encoding: null };
      pty = spawn(wanted.program, wanted.args, options);
    } catch (error) {
      return tell({ failed: error instanceof Error ? error.message : String(error) }, leave);
    }
    const running = pty;
    let isPaused = false;
    let isSilent = false;
    running.onData((data) => {
      isSilent = false;
      // The pipe is full while the host doesn't read: the program then waits, as with any terminal that lags.
      if (process.stdout.write(data) || isPaused) return;
      isPaused = true;
      running.pause();
      process.stdout.once('drain', () => {
        isPaused = false;
        running.resume();
      });
    });
    readToTheEnd(
      running,
      () => !isPaused && isSilent,
      () => (isSilent = true),
    );
    running.onExit(({ exitCode, signal }) => {
      const exited = signal ? {} : { exitCode };
      process.stdout.write('', () => tell({ exited }, leave));
    });
    process.stdin.on('data', (data) => running.write(data as Buffer));
    tell({ opened: true });
  };

  process.stdin.on('error', () => {});
  process.stdout.on('error', () => {});
  process.on('message', (message) => {
    const asked = message as ToPty;
    if ('open' in asked) return open(asked.open);
    if ('end' in asked) return end();
    try {
      pty?.resize(asked.resize.cols, asked.resize.rows);
    } catch {
      // It has just ended.
    }
  });
  // The host is gone, however it went.
  process.on('disconnect', end);
}
