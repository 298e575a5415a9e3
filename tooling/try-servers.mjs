// `npm run try:servers`: adds published servers to a host as users do, with `loggia servers add NAME -- npx -y PACKAGE`,
// and prints how it went as the table in docs/servers.md. The host runs in a home of its own, so npm's cache is empty.
//   npm run try:servers                          every server of published-servers.mjs
//   npm run try:servers -- tavily-mcp n8n-mcp    only these packages

import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { prepare, runCommand } from './prepare.mjs';
import { publishedServers } from './published-servers.mjs';
import { program, withHost } from './running-host.mjs';

/** Installing takes a processor and the network; two at a time leave room for other work. */
const atOnce = 2;
const niceness = 10;
const longestMs = 15 * 60_000;

/**
 * @typedef {import('./published-servers.mjs').PublishedServer} PublishedServer
 * @typedef {{ package: string, version: string, outcome: string }} Row
 */

/**
 * @param {string} home
 * @param {readonly string[]} words
 * @param {string} data
 */
async function loggia(home, data, words) {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, LOGGIA_DATA: data },
    timeout: longestMs,
  });
  const [printed, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { printed, complaint };
}

/**
 * The version that npx installed.
 * @param {string} home
 * @param {string} name
 */
function installedVersion(home, name) {
  const cache = path.join(home, '.npm', '_npx');
  for (const entry of existsSync(cache) ? readdirSync(cache) : []) {
    const manifest = path.join(cache, entry, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).version;
  }
  return 'not installed';
}

/** @param {any} state @param {number | undefined} tools */
function outcomeOf(state, tools) {
  if (state.kind === 'ready') return tools === 1 ? 'ready, 1 tool' : `ready, ${tools} tools`;
  if (state.kind === 'error') return state.error.message;
  return state.kind === 'authRequired' ? 'asks for a sign-in' : state.kind;
}

/**
 * @param {PublishedServer} server
 * @param {{ home: string, data: string }} place
 * @returns {Promise<Row>}
 */
async function tried(server, { home, data }) {
  const name = server.package.replace(/^@/, '').replaceAll('/', '-');
  const folder = path.join(home, name);
  mkdirSync(folder);
  const args = (server.args ?? []).map((argument) => argument.replace('FOLDER', folder));
  const command = ['npx', '-y', server.package, ...args];
  const { printed, complaint } = await loggia(home, data, [
    'servers',
    'add',
    name,
    '--cwd',
    folder,
    '--json',
    '--',
    ...command,
  ]);
  /** @type {string} */
  let outcome;
  try {
    const { server: report } = JSON.parse(printed);
    outcome = outcomeOf(report.state, report.tools);
  } catch {
    outcome = `not added: ${complaint.trim()}`;
  }
  console.error(`${server.package}: ${outcome}`);
  if (!outcome.startsWith('ready'))
    console.error((await loggia(home, data, ['servers', 'logs', name])).printed);
  await loggia(home, data, ['servers', 'remove', name, '--yes']);
  return {
    package: server.package,
    version: installedVersion(home, server.package),
    outcome: outcome.replaceAll(home, '~'),
  };
}

/** @param {readonly Row[]} rows */
function table(rows) {
  const cell = (/** @type {string} */ value) => value.replaceAll('|', '\\|').replace(/\s+/g, ' ');
  return [
    '| package | version | outcome |',
    '|---|---|---|',
    ...rows.map((row) => `| \`${row.package}\` | ${row.version} | ${cell(row.outcome)} |`),
  ].join('\n');
}

await runCommand(async () => {
  await prepare();
  const wanted = process.argv.slice(2);
  const servers =
    wanted.length === 0
      ? publishedServers
      : wanted.map((name) => publishedServers.find((known) => known.package === name) ?? { package: name });
  const home = mkdtempSync(path.join(os.tmpdir(), 'loggia-home-'));
  const npmrc = path.join(os.homedir(), '.npmrc');
  if (existsSync(npmrc)) copyFileSync(npmrc, path.join(home, '.npmrc'));
  try {
    const rows = await withHost({ env: { ...process.env, HOME: home } }, async ({ data, pid }) => {
      os.setPriority(pid, niceness);
      /** @type {Row[]} */
      const done = [];
      const waiting = [...servers.entries()];
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [index, server] = next;
          done[index] = await tried(server, { home, data });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return done;
    });
    console.log(table(rows));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
