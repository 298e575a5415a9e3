import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@loggia/testing';
import { expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { RawSocket } from './src/process/raw-socket.ts';

/** `npm run stress` kills it thirty times. */
const kills = process.env['LOGGIA_STRESS'] === undefined ? 3 : 30;

/** The state that the host acknowledged. A change in flight may or may not have happened. */
interface Known {
  title: string;
  maybeTitle: string | undefined;
  text: string | undefined;
  maybeText: string | undefined;
  version: number;
  maybeVersion: number | undefined;
}

class Load {
  readonly artifacts = new Map<string, Known>();
  readonly sessions = new Set<string>();
  readonly uploads = new Map<string, string>();
  acknowledged = 0;
  readonly #api: Api;
  readonly #random: SeededRandom;
  readonly #workspace: string;
  #count = 0;
  #isOver = false;

  constructor(api: Api, workspace: string, random: SeededRandom) {
    this.#api = api;
    this.#workspace = workspace;
    this.#random = random;
  }

  /** Until the host is gone. */
  async run(): Promise<void> {
    this.#isOver = false;
    const steps = [() => this.#create(), () => this.#upload(), () => this.#rename(), () => this.#replace()];
    const worker = async (): Promise<void> => {
      while (!this.#isOver) {
        const step = this.#random.pick([...steps, () => this.#commit(), () => this.#session()]);
        try {
          await step();
          this.acknowledged += 1;
        } catch {
          // The change was not acknowledged.
          this.#isOver = true;
        }
      }
    };
    await Promise.all([worker(), worker(), worker()]);
  }

  #next(): string {
    return `${this.#count++} ${'x'.repeat(this.#random.between(1, 3_000))}`;
  }

  /** One at a time for each artifact. */
  #pick(): [string, Known] | undefined {
    const idle = [...this.artifacts].filter(
      ([, { maybeTitle, maybeText, maybeVersion }]) =>
        maybeTitle === undefined && maybeText === undefined && maybeVersion === undefined,
    );
    return idle.length === 0 ? undefined : this.#random.pick(idle);
  }

  async #create(): Promise<void> {
    const title = `Artifact ${this.#count++}`;
    const text = this.#next();
    const { id } = await this.#api.create({
      ...{ workspace: this.#workspace, type: 'text/plain', title, content: { text } },
    });
    const none = { maybeTitle: undefined, maybeText: undefined, maybeVersion: undefined };
    this.artifacts.set(id, { title, text, version: 0, ...none });
  }

  async #upload(): Promise<void> {
    const text = this.#next().repeat(50);
    const response = await this.#api.fetch('content', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: text,
    });
    const { content } = (await response.json()) as { content: { hash: string } };
    this.uploads.set(content.hash, text);
  }

  async #rename(): Promise<void> {
    const [artifact, known] = this.#pick() ?? [];
    if (artifact === undefined || !known) return;
    known.maybeTitle = `Renamed ${this.#count++}`;
    await this.#api.call('updateArtifact', { artifact, title: known.maybeTitle });
    known.title = known.maybeTitle;
    known.maybeTitle = undefined;
  }

  async #replace(): Promise<void> {
    const [artifact, known] = this.#pick() ?? [];
    if (artifact === undefined || !known) return;
    known.maybeText = this.#next();
    await this.#api.call('updateArtifact', { artifact, content: { text: known.maybeText } });
    known.text = known.maybeText;
    known.maybeText = undefined;
  }

  async #commit(): Promise<void> {
    const [artifact, known] = this.#pick() ?? [];
    if (artifact === undefined || !known) return;
    const { version } = await this.#api.artifact(artifact);
    const { dirty } = (await this.#api.artifact(artifact)) as { dirty?: boolean };
    if (version > 0 && dirty === false) return;
    known.maybeVersion = version + 1;
    await this.#api
      .call('commitArtifacts', { artifacts: [{ id: artifact }], message: 'm' })
      .catch((error) => {
        // There was nothing to commit.
        if ((error as { status?: number }).status === 400) known.maybeVersion = undefined;
        else throw error;
      });
    known.version = known.maybeVersion ?? known.version;
    known.maybeVersion = undefined;
  }

  async #session(): Promise<void> {
    const channel = `ahp-session:/${this.#count++}`;
    await this.#api.call('createSession', { channel });
    this.sessions.add(channel);
  }
}

async function check(api: Api, load: Load, data: DataDirectory): Promise<void> {
  for (const [id, known] of load.artifacts) {
    const artifact = await api.artifact(id);
    expect([known.title, known.maybeTitle]).toContain(artifact.title);
    expect([known.version, known.maybeVersion]).toContain(artifact.version);
    const content = await (await api.fetch(`artifacts/${id}/content`)).text();
    expect([known.text, known.maybeText]).toContain(content);
    // The state read now decides what became of the change in flight.
    Object.assign(known, { title: artifact.title, text: content, version: artifact.version });
    Object.assign(known, { maybeTitle: undefined, maybeText: undefined, maybeVersion: undefined });
  }
  for (const [hash, text] of load.uploads) {
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    const files = readdirSync(path.join(data.path, 'content', hash.slice(0, 2)));
    expect(files).toContain(hash.slice(2));
  }
  expect(readdirSync(path.join(data.path, 'content', 'incoming'))).toEqual([]);
  using socket = await RawSocket.open(data.endpoint());
  await socket.hello(`checker ${load.acknowledged}`);
  for (const channel of load.sessions) {
    expect(await socket.ask('subscribe', { channel })).toHaveProperty('result.snapshot');
  }
}

test(
  `ST12: killed ${kills} times under load of artifacts, uploads and sessions, the host loses nothing it acknowledged`,
  { timeout: 20 * 60_000 },
  async () => {
    using data = new DataDirectory();
    const random = new SeededRandom(7);
    const api = new Api(() => data.endpoint());
    let host = await HostProcess.start(data);
    try {
      const load = new Load(api, (await api.firstWorkspace()).id, random);
      for (let round = 0; round < kills; round++) {
        const before = load.acknowledged;
        const running = load.run();
        while (load.acknowledged < before + 20) await sleep(5);
        await sleep(random.between(0, 150));
        await host.kill();
        await running;
        host = await HostProcess.start(data);
        await check(api, load, data);
      }
      expect(load.acknowledged).toBeGreaterThan(kills * 20);
      const { code, stdout } = await loggia(data, ['doctor', '--deep']);
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/database is intact.*stored contents are intact/s),
      ]);
      expect(await host.terminate()).toEqual({ code: 0, signal: null });
    } finally {
      await host[Symbol.asyncDispose]();
    }
  },
);
