import type { Vault, VaultStore } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import { commandTable } from '@loggia/protocol';
import { command, type CommandDefinition } from '../wire/commands.ts';

const namespace = 'tokens';

/** Tokens lie in the kernel's records, sealed; whoever reads the database learns nothing from them. */
export function vaultStore(kernel: Kernel): VaultStore {
  const { records } = kernel;
  return {
    get: async (key) => (await records.get(namespace, key)) as string | undefined,
    put: async (key, value) => records.put(namespace, key, value),
    delete: async (key) => records.delete(namespace, key),
    list: async () =>
      (await records.list(namespace)).map(({ key, value }) => ({ key, value: value as string })),
  };
}

export function authenticateCommand(vault: Vault): Record<string, CommandDefinition> {
  return {
    authenticate: command({
      grant: 'write',
      params: commandTable.authenticate.params,
      run: async ({ resource, token, expiresIn, scopes }, { principal }) => {
        await vault.put(principal, { resource }, { token, expiresIn, scopes });
        return {};
      },
    }),
  };
}
