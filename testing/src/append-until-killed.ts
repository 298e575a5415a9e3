// A program that appends as fast as it can and reports acknowledgments until it is killed. Its argument is a data
// directory. Each line on standard output is a sequence number and the title it stands for.

import fs from 'node:fs';
import path from 'node:path';
import { Kernel } from '@loggia/kernel';
import { eventLoopScheduler, lockDirectory, openSqliteStore, systemClock } from '@loggia/storage';
import { emptyNotebook, type Notebook, notebookKind } from './notebook-kind.ts';
import { SeededRandom } from './seeded-random.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('Say which data directory to use.');

lockDirectory(directory);
const kernel = await Kernel.open({
  store: openSqliteStore(path.join(directory, 'loggia.db')),
  kinds: [notebookKind],
  clock: systemClock,
  scheduler: eventLoopScheduler,
  limits: { snapshotEvery: 40, retainActions: 400, trimStep: 20 },
});

const uri = 'notebook:/log';
if (!(await kernel.exists(uri))) kernel.create(uri, 'notebook', emptyNotebook);
const channel = await kernel.load<Notebook>(uri);
if (channel === undefined) throw new Error('The notebook did not come back.');

const random = new SeededRandom(kernel.seq);
let count = Number(channel.state.title) || 0;
for (;;) {
  for (let i = random.between(1, 30); i > 0; i--) {
    count += 1;
    const title = String(count);
    const entry = kernel.append(channel, { type: 'notebook/renamed', title } as { type: string });
    // Synchronous, so that a kill can't come between the acknowledgment and its report.
    kernel.afterCommit(() => fs.writeSync(1, `${entry?.seq} ${title}\n`));
    if (random.chance(0.1)) kernel.append(channel, { type: 'notebook/pageAdded' });
  }
  await kernel.settled();
}
