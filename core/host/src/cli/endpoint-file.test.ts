import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { type Endpoint, endpointFile, publishEndpoint, removeStaleEndpoint } from './endpoint-file.ts';

const endpoint: Endpoint = {
  pid: 4711,
  version: '0.1.0',
  http: 'http://127.0.0.1:5644',
  ahp: 'ws://127.0.0.1:5644/ahp',
  token: 'a-token',
  sandbox: 'http://*.localhost:5644',
};

function dataDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia endpoint '));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const read = (directory: string) => JSON.parse(fs.readFileSync(endpointFile(directory), 'utf8')) as unknown;

test('L1: the endpoint file says where the host is, to its owner only, and goes when the host goes', async () => {
  const directory = dataDirectory();
  const published = await publishEndpoint(directory, endpoint);
  expect(read(directory)).toEqual(endpoint);
  expect(fs.statSync(endpointFile(directory)).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(directory)).toEqual(['endpoint.json']);
  await published.withdraw();
  expect(fs.readdirSync(directory)).toEqual([]);
  await published.withdraw();
});

test('L1: a stale endpoint file is replaced, and does not lend the new one its mode or its name', async () => {
  const directory = dataDirectory();
  fs.writeFileSync(path.join(directory, 'elsewhere'), 'mine');
  fs.symlinkSync('elsewhere', endpointFile(directory));
  fs.writeFileSync(`${endpointFile(directory)}.new`, 'left by a crash', { mode: 0o644 });
  await publishEndpoint(directory, endpoint);
  expect(read(directory)).toEqual(endpoint);
  expect(fs.lstatSync(endpointFile(directory)).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(directory).toSorted()).toEqual(['elsewhere', 'endpoint.json']);
  expect(fs.readFileSync(path.join(directory, 'elsewhere'), 'utf8')).toBe('mine');
});

test('L1: a stale endpoint file can be removed before there is a new one', async () => {
  const directory = dataDirectory();
  await removeStaleEndpoint(directory);
  fs.writeFileSync(endpointFile(directory), '{"pid":1}');
  await removeStaleEndpoint(directory);
  expect(fs.readdirSync(directory)).toEqual([]);
});

test('SE4: the file of a host that was killed is overwritten where it lies, which takes no room', async () => {
  const directory = dataDirectory();
  await publishEndpoint(directory, { ...endpoint, token: 'x'.repeat(5_000) });
  const { ino } = fs.statSync(endpointFile(directory));
  await removeStaleEndpoint(directory);
  expect(fs.existsSync(endpointFile(directory))).toBe(false);
  await publishEndpoint(directory, endpoint);
  expect([read(directory), fs.statSync(endpointFile(directory)).ino]).toEqual([endpoint, ino]);
  expect(fs.readdirSync(directory)).toEqual(['endpoint.json']);
});

test('L5: a reader never sees half an endpoint file', async () => {
  const directory = dataDirectory();
  const long = { ...endpoint, token: 'x'.repeat(100_000) };
  const seen = new Set<number>();
  await publishEndpoint(directory, endpoint);
  const writes = (async () => {
    for (let round = 0; round < 50; round += 1) {
      await publishEndpoint(directory, round % 2 === 0 ? long : endpoint);
    }
    return 'written';
  })();
  const reads = async () => {
    const { token } = JSON.parse(await fs.promises.readFile(endpointFile(directory), 'utf8')) as Endpoint;
    seen.add(token.length);
    return 'read';
  };
  while ((await Promise.race([writes, reads()])) === 'read');
  expect([...seen].toSorted((one, other) => one - other)).toEqual([7, 100_000]);
});

test('L5: the file of a host that came later stays', async () => {
  const directory = dataDirectory();
  const published = await publishEndpoint(directory, endpoint);
  await publishEndpoint(directory, { ...endpoint, pid: 4712 });
  await published.withdraw();
  expect(read(directory)).toEqual({ ...endpoint, pid: 4712 });
});

test('L5: whatever is in the way is named', async () => {
  const directory = dataDirectory();
  fs.mkdirSync(path.join(endpointFile(directory), 'inside'), { recursive: true });
  const attempts = [() => publishEndpoint(directory, endpoint), () => removeStaleEndpoint(directory)];
  for (const attempt of attempts) {
    const error: unknown = await attempt().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ exitCode: 1 });
    expect(String(error)).toMatch(
      /endpoint\.json can't be written \(\w+\)\. Move away whatever is in its place/,
    );
  }
  expect(fs.readdirSync(directory)).toEqual(['endpoint.json']);
});
