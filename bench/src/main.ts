import { agents } from './agents/agents.ts';
import { readArguments, usage, type Arguments } from './arguments.ts';
import { largeWorkspace } from './artifacts/large-workspace.ts';
import { search } from './artifacts/search.ts';
import { toolSearch } from './context/tool-search.ts';
import { durableAppends } from './durable-appends/durable-appends.ts';
import { fanOut } from './fan-out/fan-out.ts';
import { fiftyServers } from './gateway/fifty-servers.ts';
import { floods } from './gateway/floods.ts';
import { idleServers } from './gateway/idle-servers.ts';
import { recording } from './gateway/recording.ts';
import { sideChannel } from './gateway/side-channel.ts';
import { longChat } from './long-chat/long-chat.ts';
import { asJson, asTable } from './measure/print.ts';
import { type Benchmark, isMet, type Result } from './measure/result.ts';
import { reconnect } from './reconnect/reconnect.ts';
import { largeDesk } from './shell/desk.ts';
import { longTranscript } from './shell/transcript.ts';
import { firstTurn } from './start/first-turn.ts';
import { start } from './start/start.ts';
import { streaming } from './streaming/streaming.ts';
import { keyEcho } from './terminals/key-echo.ts';
import { shownViews } from './views/views.ts';

const benchmarks: readonly Benchmark[] = [
  fanOut,
  durableAppends,
  longChat,
  start,
  firstTurn,
  reconnect,
  sideChannel,
  recording,
  idleServers,
  fiftyServers,
  ...floods,
  streaming,
  agents,
  keyEcho,
  toolSearch,
  largeWorkspace,
  search,
  shownViews,
  longTranscript,
  largeDesk,
];
const names = benchmarks.flatMap((benchmark) => benchmark.names);

await main();

async function main(): Promise<void> {
  const given = argumentsOrWhyNot();
  if (typeof given === 'string') return mistaken(given);
  const { only, help } = given;
  if (help) return void process.stdout.write(`${usage}\nBenchmarks: ${names.join(', ')}.\n`);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    return mistaken(`There is no benchmark "${unknown}". Choose from: ${names.join(', ')}.`);
  await measure(only.length === 0 ? names : only, given);
}

function argumentsOrWhyNot(): Arguments | string {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function mistaken(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 2;
}

async function measure(wanted: readonly string[], { json, strict }: Arguments): Promise<void> {
  const results: Result[] = [];
  for (const benchmark of benchmarks) {
    if (!benchmark.names.some((name) => wanted.includes(name))) continue;
    process.stderr.write(`Measuring ${benchmark.names.join(' and ')}…\n`);
    for (const result of await benchmark.run()) {
      if (!wanted.includes(result.name)) continue;
      results.push(result);
      if (json) process.stdout.write(`${asJson(result)}\n`);
    }
  }
  if (!json) process.stdout.write(`${asTable(results)}\n`);
  if (strict && !results.every(isMet)) process.exitCode = 1;
}
