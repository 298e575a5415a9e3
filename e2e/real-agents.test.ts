import { afterAll, expect, test } from 'vitest';
import { checks } from './src/agents/agent-checks.ts';
import { AgentScene } from './src/agents/agent-scene.ts';
import { agentsNamed, type KnownAgent } from './src/agents/known-agents.ts';

const agents = agentsNamed((process.env['LOGGIA_TEST_AGENTS'] ?? '').split(',').filter(Boolean));
const titles = Object.keys(checks);
const rows: string[] = [];

afterAll(() => {
  const head = ['agent', 'packages', ...titles];
  process.stdout.write(
    `\n| ${head.join(' | ')} |\n|${head.map(() => '---|').join('')}\n${rows.join('\n')}\n`,
  );
});

const required = agents.filter(({ isRequired }) => isRequired);
const others = agents.filter(({ isRequired }) => !isRequired);

test.each(required)('K1: $name works in a session', async (agent) => {
  expect(failuresIn(await outcomes(agent))).toEqual([]);
});

test.each(others)('K1: $name works in a session, or the table says why not', async (agent) => {
  const failures = failuresIn(await outcomes(agent));
  if (failures.length > 0) process.stdout.write(`${agent.name}: ${failures.join('\n')}\n`);
});

interface Outcome {
  readonly title: string;
  readonly remark?: string | undefined;
  readonly failure?: string;
}

/** The outcome of each check; after the first failure, the rest isn't tried. */
async function outcomes(agent: KnownAgent): Promise<readonly Outcome[]> {
  const done: Outcome[] = [];
  try {
    await using scene = await AgentScene.open(agent);
    for (const [title, check] of Object.entries(checks)) {
      try {
        done.push({ title, remark: await check(scene) });
      } catch (error) {
        done.push({ title, failure: messageOf(error) });
        break;
      } finally {
        process.stdout.write(
          `${agent.name}, ${title}: ${await scene.screen.picture(`${agent.name}-${title}`)}\n`,
        );
      }
    }
  } catch (error) {
    done.push({ title: titles[0] ?? '', failure: messageOf(error) });
  }
  rows.push(rowOf(agent, done));
  return done;
}

function rowOf({ name, packages }: KnownAgent, done: readonly Outcome[]): string {
  const versions = Object.entries(packages).map(([each, version]) => `\`${each}\` ${version}`);
  const cells = titles.map((title) => {
    const { remark = 'ok', failure } = done.find((one) => one.title === title) ?? { failure: 'not tried' };
    return failure ?? (remark === 'ok' ? 'ok' : `ok, ${remark}`);
  });
  const oneLine = (cell: string): string => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return `| ${[name, versions.join(', '), ...cells].map(oneLine).join(' | ')} |`;
}

function failuresIn(done: readonly Outcome[]): readonly string[] {
  return done.flatMap(({ title, failure }) => (failure === undefined ? [] : [`${title}: ${failure}`]));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
