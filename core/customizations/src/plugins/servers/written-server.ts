import type { ServerTransport } from '@loggia/mcp';
import type { Launch } from '@loggia/protocol';
import { fingerprintOf } from '../../decisions/fingerprint.ts';
import type { DeclarationRules } from './declaration-rules.ts';
import { urlFields } from './tolerant-transport.ts';

/** A declaration as written: decisions are bound to it, and people see it before they decide. */
export interface WrittenServer {
  readonly fingerprint: string;
  readonly launch: Launch;
}

/**
 * A guest's declaration counts as written, with its placeholders, because the environment isn't revealed before it is
 * trusted. The operator's or a user's declaration also counts by the program or address it resolves to, but not by
 * values of variables, so that a token can be renewed.
 */
export function writtenServer(
  written: unknown,
  { author, dialect }: Pick<DeclarationRules, 'author' | 'dialect'>,
  transport: ServerTransport | undefined,
): WrittenServer {
  const launch = author === 'host' && transport ? launchOf(transport) : launchAsWritten(written);
  const fingerprint = fingerprintOf({ dialect, written, ...(author === 'host' && { launch }) });
  // The written sandbox is already in the fingerprint; one that the host adds by default needs no approval.
  return { fingerprint, launch: { ...launch, ...sandboxIn(transport) } };
}

function sandboxIn(transport: ServerTransport | undefined): Pick<Launch, 'sandbox'> {
  if (transport?.kind !== 'stdio' || !transport.sandbox) return {};
  const { folders, workspace, network } = transport.sandbox;
  return {
    sandbox: [
      ...folders.map(({ path, access }) => `${access}:${path}`),
      ...(workspace ? ['write:working-directory'] : []),
      `network:${network}`,
    ],
  };
}

/** Exactly what is started or reached. Values of variables and headers may be secret and are left out. */
function launchOf(transport: ServerTransport): Launch {
  if (transport.kind !== 'stdio')
    return {
      kind: transport.kind,
      url: transport.url,
      headers: Object.keys(transport.headers).sort(),
    };
  const { command, args, cwd, env } = transport;
  return {
    kind: 'stdio',
    command,
    args: [...args],
    ...(cwd !== undefined && { cwd }),
    env: Object.keys(env).sort(),
  };
}

/** Lenient: invalid values are shown, too. */
function launchAsWritten(written: unknown): Launch {
  const fields = new Map(Object.entries(typeof written === 'object' && written !== null ? written : {}));
  const url = urlFields.map((field) => fields.get(field)).find((value) => typeof value === 'string');
  const [command, ...before] = [fields.get('command') ?? []].flat();
  if (command === undefined && url !== undefined) {
    return { kind: 'http', url: textOf(url), headers: namesIn(fields.get('headers')) };
  }
  const cwd = fields.get('cwd') ?? fields.get('workingDirectory');
  return {
    kind: 'stdio',
    command: textOf(command ?? ''),
    args: [...before, ...[fields.get('args') ?? []].flat()].map(textOf),
    ...(cwd !== undefined && cwd !== null && { cwd: textOf(cwd) }),
    env: namesIn(fields.get('env') ?? fields.get('environment')),
    ...(url !== undefined && { url: textOf(url) }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort() : [];
}
