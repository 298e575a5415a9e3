import type { AgentReport } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { Visit } from '../visit.ts';

/** The one agent of that id or name. */
export async function findAgent({ link }: Visit, wanted: string): Promise<AgentReport> {
  const { agents } = await link.ask('x-loggia/listAgents', {});
  const byId = agents.filter(({ agent }) => agent === wanted);
  const found =
    byId.length > 0 ? byId : agents.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [first, other] = found;
  if (first === undefined)
    throw new CommandFailed('failed', `There is no agent "${wanted}". "loggia agents list" lists them.`);
  if (other === undefined) return first;
  const ids = found.map(({ agent }) => agent).join(', ');
  throw new CommandFailed('failed', `Several agents are called "${wanted}". Name one by its id: ${ids}.`);
}
