import { readArguments } from './arguments.ts';
import { durableAppends } from './durable-appends/durable-appends.ts';
import { fanOut } from './fan-out/fan-out.ts';
import { longChat } from './long-chat/long-chat.ts';
import { asJson, asTable } from './measure/print.ts';
import { type Benchmark, isMet, type Result } from './measure/result.ts';
import { reconnect } from './reconnect/reconnect.ts';
import { start } from './start/start.ts';

const benchmarks: readonly Benchmark[] = [fanOut, durableAppends, longChat, start, reconnect];
const names = benchmarks.flatMap((benchmark) => benchmark.names);

const { json, strict, only } = readArguments(process.argv.slice(2));
const stranger = only.find((name) => !names.includes(name));
if (stranger !== undefined) {
  throw new Error(`There is no benchmark "${stranger}". Choose from: ${names.join(', ')}.`);
}
const isWanted = (name: string) => only.length === 0 || only.includes(name);

const results: Result[] = [];
for (const benchmark of benchmarks) {
  if (!benchmark.names.some(isWanted)) continue;
  process.stderr.write(`Measuring ${benchmark.names.join(' and ')} …\n`);
  for (const result of await benchmark.run()) {
    if (!isWanted(result.name)) continue;
    results.push(result);
    if (json) process.stdout.write(`${asJson(result)}\n`);
  }
}
if (!json) process.stdout.write(`${asTable(results)}\n`);
if (strict && !results.every(isMet)) process.exitCode = 1;
