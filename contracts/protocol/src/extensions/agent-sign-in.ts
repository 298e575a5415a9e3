import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject, uriSchema } from '../schema.ts';

/**
 * For sign-in methods of the kind `terminal`, which `testAgent` lists. Choose a new URI (`ahp-terminal:/` and a random
 * id), and once this has answered, subscribe to it and pass on what the user types, as with any terminal. The program
 * ends by itself: exit code 0 in `terminal/exited` means success. Then call `testAgent`, and `disposeTerminal` when the
 * user has read the output.
 */
export const agentSignInExtensions = defineExtensions({
  'x-loggia/openAgentSignIn': {
    says: "Opens a terminal in which an agent's own program signs the user in.",
    params: {
      agent: z.string().min(1).max(100).describe('The id of the agent.'),
      method: z.string().min(1).max(200).describe('The id of the method, as the agent names it.'),
      terminal: uriSchema.describe('The URI of the new terminal.'),
    },
    result: openObject({}),
  },
});
