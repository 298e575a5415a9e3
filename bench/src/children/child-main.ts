import { roles, type RoleName } from './roles.ts';
import type { Answered, Asked, Tasks } from './tasks.ts';

const role = process.argv[2] as RoleName;
const opening: Promise<Tasks> = roles[role]();

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', (message) => void answer(message as Asked));

async function answer({ id, task, input }: Asked): Promise<void> {
  let answered: Answered;
  try {
    const tasks = await opening;
    answered = { id, result: await tasks[task]?.(input) };
  } catch (error) {
    answered = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send?.(answered);
}
