import type { ModelProviderReport } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { Visit } from '../visit.ts';

/** The one provider of that id or name. */
export async function findProvider({ link }: Visit, wanted: string): Promise<ModelProviderReport> {
  const { providers } = await link.ask('x-loggia/listModelProviders', {});
  const named = (test: (provider: ModelProviderReport) => boolean) => providers.filter(test);
  const byId = named(({ provider }) => provider === wanted);
  const found = byId.length > 0 ? byId : named(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [first, other] = found;
  if (first === undefined) {
    throw new CommandFailed(
      'failed',
      `There is no model provider "${wanted}". "loggia models list" lists them.`,
    );
  }
  if (other === undefined) return first;
  const ids = found.map(({ provider }) => provider).join(', ');
  throw new CommandFailed('failed', `Several providers are called "${wanted}". Name one by its id: ${ids}.`);
}
