import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RoleName, TasksOf } from './roles.ts';
import type { Answered, Asked, Tasks } from './tasks.ts';

type Input<Task> = Task extends (input: infer I) => Promise<unknown> ? I : never;
type Output<Task> = Task extends (input: never) => Promise<infer O> ? O : never;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A separate process, so that heaps, garbage and compiled code of the two sides don't mix. */
export class Child<T extends Tasks> {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor(role: RoleName) {
    const entry = fileURLToPath(new URL('./child-main.js', import.meta.url));
    // A child's output must not mix with ours.
    this.#process = fork(entry, [role], { stdio: ['ignore', 2, 2, 'ipc'] });
    this.#process.on('message', (answer) => this.#answered(answer as Answered));
    this.#process.once('exit', (code, signal) => {
      const error = new Error(`The process "${role}" has ended (${signal ?? code}).`);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  ask<Name extends keyof T & string>(task: Name, input: Input<T[Name]>): Promise<Output<T[Name]>> {
    const id = this.#nextId++;
    const asked: Asked = { id, task, input };
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.send(asked);
    }) as Promise<Output<T[Name]>>;
  }

  /** It has nothing to save. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  #answered({ id, result, error }: Answered): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
  }
}

export type StartChild = <Name extends RoleName>(role: Name) => Child<TasksOf<Name>>;

/** However the work ends, its processes end with it. */
export async function withChildren<Result>(work: (start: StartChild) => Promise<Result>): Promise<Result> {
  const started: { stop(): Promise<void> }[] = [];
  try {
    return await work((role) => {
      const child = new Child<TasksOf<typeof role>>(role);
      started.push(child);
      return child;
    });
  } finally {
    await Promise.all(started.map((child) => child.stop()));
  }
}
