import { padded, wrapped } from '../output/width.ts';
import type { Command } from './command.ts';
import { commonOptions, type Option, type OptionTable } from './options.ts';
import { usageOf } from './parse.ts';

const widest = 90;

/** The purpose of each group, by its first word. */
export type Groups = Readonly<Record<string, string>>;

export function helpOfAll(groups: Groups): string {
  return `Loggia: a host for agent sessions, and a command for a host that runs.

Usage:
  loggia [serve] [options]            Start a host ("loggia serve --help" says more)
  loggia COMMAND [options]            Talk to a host that runs

Commands:
${entries(Object.entries(groups))}

Which host:
  The one whose data directory is the default, --data DIR or LOGGIA_DATA; or that at
  --url URL with --token TOKEN (LOGGIA_URL, LOGGIA_TOKEN), on any machine.

Every command takes --json for programs and --help, and ends with
  0 done   1 failed   2 wrong usage   3 no host is running   4 a sign-in is needed

Examples:
  loggia servers add files -- npx -y @modelcontextprotocol/server-filesystem .
  loggia tools call files list_directory path=.
  loggia chat "What is in this folder?"
  loggia artifacts create report.pdf --commit "First version"
  loggia doctor
`;
}

export function helpOfGroup(group: string, says: string, commands: readonly Command[]): string {
  const lines = commands.map((command): [string, string] => [
    usageOf(command).slice('loggia '.length),
    command.says,
  ]);
  return `${says}

Usage:
${entries(lines.map(([usage, line]) => [`loggia ${usage}`, line]))}

"loggia ${group} COMMAND --help" says more about each.
`;
}

export function helpOf(command: Command): string {
  const own = Object.entries<Option>(command.options);
  const common = Object.entries<Option>(commonOptions).filter(
    ([name]) => !Object.hasOwn(command.options, name),
  );
  return [
    command.says,
    `\nUsage:\n  ${usageOf(command, '[options]')}`,
    ...(command.more === undefined ? [] : [`\n${wrapped(command.more, widest).join('\n')}`]),
    ...(own.length === 0 ? [] : [`\nOptions:\n${optionLines(Object.fromEntries(own))}`]),
    `\nCommon options:\n${optionLines(Object.fromEntries(common))}`,
    `\nExamples:\n${command.examples.map(([line, says]) => `  ${line}\n      ${says}`).join('\n')}\n`,
  ].join('\n');
}

function optionLines(table: OptionTable): string {
  return entries(
    Object.entries(table).map(([name, option]): [string, string] => [
      `${name === 'help' ? '-h, ' : ''}--${name}${option.kind === 'switch' ? '' : ` ${option.value}`}`,
      option.kind === 'texts' ? `${option.says} (may be repeated)` : option.says,
    ]),
  );
}

function entries(lines: readonly (readonly [string, string])[]): string {
  const column = Math.min(34, Math.max(...lines.map(([left]) => left.length)) + 2);
  return lines
    .flatMap(([left, right]) => {
      const [first = '', ...rest] = wrapped(right, widest - column - 2);
      const head =
        left.length > column - 2
          ? [`  ${left}`, `  ${' '.repeat(column)}${first}`]
          : [`  ${padded(left, column)}${first}`];
      return [...head, ...rest.map((line) => `  ${' '.repeat(column)}${line}`)];
    })
    .join('\n');
}
