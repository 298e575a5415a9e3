import { defaultHost, defaultPort } from '../config/listen-address.ts';
import { defaultLogLevel, logLevels } from '../log-level.ts';

/** `defaultData` is the default data directory on this machine. */
export function helpText(version: string, defaultData: string): string {
  return `Loggia ${version}: a host for agent sessions that many clients can watch and steer.

Usage:
  loggia [serve] [options]      ("loggia --help": commands for a host that runs)

Where it listens:
  --port N         Port to listen at; 0 picks a free one (default: ${defaultPort})
  --host H         Address to listen at (default: ${defaultHost}, this machine only)

What it works with:
  --data DIR       Where it keeps everything; made if missing
                   (default: ${defaultData})
  --config FILE    Settings as JSON (default: DIR/host.json, if it is there)

How it behaves:
  --no-open        Do not open a browser
  --log-level L    ${logLevels.join(', ')} (default: ${defaultLogLevel})

  -h, --help       Show this and exit
  --version        Show the version and exit

Environment:
  LOGGIA_PORT, LOGGIA_HOST, LOGGIA_DATA and LOGGIA_CONFIG stand in for the options
  of those names. An option wins over the environment, which wins over the file.

Examples:
  loggia                                Serve, with everything at its default
  loggia --port 0 --no-open             Serve at a free port, for a script
  loggia --data ./demo --port 8080      Serve from a directory of its own

When it serves, it prints an address that signs in one browser, once ("loggia open"
gives another), and writes DIR/endpoint.json, which tells clients where it is and with
which token to connect. "loggia token rotate" replaces the token. Ctrl-C stops it.
`;
}
