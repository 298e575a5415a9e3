import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isPage } from './server-questions.ts';

const mostPages = 10;
const urlElicitationRequired: number = ProtocolErrorCode.UrlElicitationRequired;

const urlElicitations = z.looseObject({
  elicitations: z
    .array(
      z.looseObject({
        message: z.string(),
        url: z.string().refine(isPage),
        elicitationId: z.string().optional(),
      }),
    )
    .min(1)
    .max(mostPages),
});

/** The pages that the server wants the user to open before it does what it was asked. */
export function pagesToOpen(error: unknown): z.infer<typeof urlElicitations>['elicitations'] | undefined {
  if (!(error instanceof ProtocolError) || error.code !== urlElicitationRequired) return undefined;
  return urlElicitations.safeParse(error.data).data?.elicitations;
}
