import { describe, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { parseArguments } from './arguments.ts';
import { helpText } from './help.ts';

function mistake(line: readonly string[]): { exitCode: number; message: string } | undefined {
  try {
    parseArguments(line);
  } catch (error) {
    if (error instanceof StartError) return { exitCode: error.exitCode, message: error.message };
    throw error;
  }
  return undefined;
}

const serve = (flags: object) => ({ command: 'serve', flags: { noOpen: false, ...flags } });

describe('L1: the command line is understood', () => {
  test.each<[string, object]>([
    ['', serve({})],
    ['serve', serve({})],
    ['--port 0', serve({ port: 0 })],
    ['--port=65535', serve({ port: 65_535 })],
    ['serve --port 8080', serve({ port: 8080 })],
    ['--port 8080 serve', serve({ port: 8080 })],
    ['--port 1 --port 2', serve({ port: 2 })],
    ['--host 0.0.0.0', serve({ host: '0.0.0.0' })],
    ['--host ::1', serve({ host: '::1' })],
    ['--host [::1]', serve({ host: '::1' })],
    ['--host My-Machine.local', serve({ host: 'my-machine.local' })],
    ['--data ./data --config ../host.json', serve({ data: './data', config: '../host.json' })],
    ['--data=-odd', serve({ data: '-odd' })],
    ['--no-open', serve({ noOpen: true })],
    ['--log-level silent', serve({ logLevel: 'silent' })],
    ['--help', { command: 'help' }],
    ['-h', { command: 'help' }],
    ['help', { command: 'help' }],
    ['serve --help --prot 1', { command: 'help' }],
    ['--version', { command: 'version' }],
    ['version', { command: 'version' }],
  ])('loggia %s', (line, expected) => {
    expect(parseArguments(line.split(' ').filter(Boolean))).toEqual(expected);
  });
});

describe('L5: a mistake on the command line gets one sentence that says what to do, and exit code 2', () => {
  const ports = 'give a whole number from 0 to 65535 (0 picks a free port).';
  const hosts = 'give an address or a name of this machine, such as 127.0.0.1, ::1 or localhost.';
  test.each<[string[], string]>([
    [['--prot', '1'], 'There is no option "--prot"; did you mean "--port"?'],
    [['--frobnicate'], 'There is no option "--frobnicate"; "loggia --help" lists them all.'],
    [['-x'], 'There is no option "-x"; "loggia --help" lists them all.'],
    [['--__proto__', '1'], 'There is no option "--__proto__"; "loggia --help" lists them all.'],
    [['--port'], '--port needs a value; write, for example, --port 8080.'],
    [['--port='], '--port needs a value; write, for example, --port 8080.'],
    [['--data', '--no-open'], '--data needs a value; write, for example, --data ./data.'],
    [['--config', ''], '--config needs a value; write, for example, --config ./host.json.'],
    [['--port', '65536'], `--port cannot be "65536"; ${ports}`],
    [['--port', '-1'], `--port cannot be "-1"; ${ports}`],
    [['--port', '0x50'], `--port cannot be "0x50"; ${ports}`],
    [['--port', '8080.5'], `--port cannot be "8080.5"; ${ports}`],
    [['--port', 'http'], `--port cannot be "http"; ${ports}`],
    [['--host', '127.0.0.1:80'], `--host cannot be "127.0.0.1:80"; ${hosts}`],
    [['--host', '127.0.0.256'], `--host cannot be "127.0.0.256"; ${hosts}`],
    [['--host', 'http://localhost'], `--host cannot be "http://localhost"; ${hosts}`],
    [['--host', 'a b'], `--host cannot be "a b"; ${hosts}`],
    [
      ['--log-level', 'loud'],
      '--log-level cannot be "loud"; give one of trace, debug, info, warn, error, silent.',
    ],
    [['--no-open=yes'], '--no-open takes no value; write just --no-open.'],
    [['serv'], 'There is no command "serv"; did you mean "loggia serve"?'],
    [
      ['deploy'],
      'There is no command "deploy"; to start the host, use "loggia serve", and "loggia --help" shows the rest.',
    ],
    [['serve', '8080'], '"serve" takes no arguments; leave out "8080", or write it as --option value.'],
    [
      ['serve', '--', '--port'],
      '"serve" takes no arguments; leave out "--port", or write it as --option value.',
    ],
  ])('%j', (line, message) => {
    expect(mistake(line)).toEqual({ exitCode: 2, message });
  });
});

test('L1: the help has every option, variable and default, and fits a terminal', () => {
  const help = helpText('1.2.3', '/home/somebody/.local/share/loggia');
  const wanted = [
    ...['--port', '--host', '--data', '--config', '--no-open', '--log-level', '--help', '--version'],
    ...['LOGGIA_PORT', 'LOGGIA_HOST', 'LOGGIA_DATA', 'LOGGIA_CONFIG', 'endpoint.json'],
    ...['Loggia 1.2.3', '5644', '127.0.0.1', '/home/somebody/.local/share/loggia', 'default: info'],
  ];
  expect(wanted.filter((text) => !help.includes(text))).toEqual([]);
  expect(help.split('\n').filter((line) => line.length > 90)).toEqual([]);
});
