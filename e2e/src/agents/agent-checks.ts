import type { Frame } from 'playwright-core';
import { until } from '../process/until.ts';
import type { AgentScene } from './agent-scene.ts';
import { say } from './scripted-model.ts';

/** The checks of an agent, in this order. Each resolves with a remark for the table, or rejects with the reason. */
export const checks: Readonly<Record<string, (scene: AgentScene) => Promise<string | undefined>>> = {
  confirmation: async (scene) => {
    await scene.write(say.use('get-time'));
    await scene.allow();
    return undefined;
  },

  tool: async (scene) => {
    const turn = await scene.ended();
    const shown = scene.calls.map((call) => `${call.toolName} ${call.contributor?.kind} ${call.status}`);
    same(shown, ['get-time mcp completed'], 'calls');
    same(turn.state, 'complete', 'turn');
    if (!/The tool says .*\d{4}-\d\d-\d\dT/s.test(scene.text))
      throw new Error(`The model was not given the result: ${scene.text}`);
    return undefined;
  },

  View: async (scene) => {
    const view = await scene.screen.view();
    const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/;
    const shown = async (): Promise<string | undefined> => time.exec(await textOf(view))?.[0];
    const first = await until('the View shows the time', shown);
    await scene.screen.click(view, 'button >> text=Get Server Time');
    await until('the View shows another time', async () => {
      const now = await shown();
      return now !== undefined && now !== first;
    });
    return undefined;
  },

  cancel: async (scene) => {
    await scene.write(say.use('wait'));
    await scene.allow();
    await scene.call('the tool runs', ({ status }) => status === 'running');
    await scene.screen.page.getByRole('button', { name: 'Stop', exact: true }).click();
    same((await scene.ended()).state, 'cancelled', 'turn');
    await scene.write(say.hello);
    same((await scene.ended()).state, 'complete', 'next turn');
    same(scene.text, 'Hello.', 'answer');
    return scene.notices.some((notice) => notice.includes('was started again')) ? 'started again' : undefined;
  },

  restart: async (scene) => {
    await scene.restart();
    await scene.write(say.first);
    await scene.ended();
    same(scene.text, `You said: ${say.use('get-time')}`, 'answer');
    const found = continuations.find(([words]) => scene.notices.some((notice) => notice.includes(words)));
    if (found) return found[1];
    throw new Error(`The user is told ${JSON.stringify(scene.notices)}.`);
  },
};

/** The notices of the host after a restart, and their short forms. */
const continuations = [
  ['goes on with its session', 'resumed'],
  ['has read its session again', 'loaded'],
  ['began a new session', 'new session'],
] as const;

function same(actual: unknown, expected: unknown, what: string): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (seen !== wanted) throw new Error(`The ${what} should be ${wanted}, and is ${seen}.`);
}

function textOf(view: Frame): Promise<string> {
  return view.evaluate(() => document.body.innerText);
}
