import type { AgentCatalogEntry } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { Visit } from '../visit.ts';

/** The entry of the catalog with that id or name. */
export async function findEntry({ link, printer }: Visit, wanted: string): Promise<AgentCatalogEntry> {
  const { agents, problems } = await link.ask('x-loggia/listAgentCatalog', {});
  const found =
    agents.find(({ id }) => id === wanted) ??
    agents.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  for (const problem of problems) printer.note(problem);
  throw new CommandFailed(
    'failed',
    `There is no agent "${wanted}" in the catalog. "loggia agents catalog" lists them; for another program, write its command after "--".`,
  );
}
