import type { ReviewedPart, SourceReview } from '@loggia/protocol';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printableJson, printableLine } from '../../output/printable.ts';
import { printerFor, type Printer } from '../../output/printer.ts';
import type { Visit } from '../visit.ts';
import { launchLines } from './launch-lines.ts';

/** The option of commands that let something run. */
export const fingerprintOption = {
  fingerprint: {
    kind: 'text',
    value: 'FINGERPRINT',
    says: 'Approve exactly what has this fingerprint, without asking',
    example: '--fingerprint k3Jx…',
  },
} as const;

/** Shows what would run, has the user decide, and tells the host. Throws when she decides against it. */
export async function approveReviewed(
  { link, printer, world }: Visit,
  source: string,
  given: {
    readonly fingerprint: string | undefined;
    readonly question: string;
    readonly json: boolean;
  },
): Promise<SourceReview> {
  const { review } = await link.ask('x-loggia/reviewTrust', { source });
  const { fingerprint } = review;
  // The review is shown to the user even if the answer is for a program.
  const screen = given.json ? printerFor({ ...world, out: world.complaints }, 'people') : printer;
  printReview(review, screen);
  if (given.fingerprint === undefined && world.ask === undefined)
    throw wrongUsage(
      `There is no terminal to confirm on. To approve exactly this, add --fingerprint ${printableLine(fingerprint)}.`,
    );
  if (given.fingerprint === undefined) {
    const answer = await world.ask?.(`${given.question} [y/N] `);
    if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new CommandFailed('failed', 'Nothing was approved.');
  } else if (given.fingerprint !== fingerprint) {
    throw new CommandFailed(
      'failed',
      `The fingerprint is now ${printableLine(fingerprint)}, so nothing was approved. Review it again.`,
    );
  }
  await link.ask('x-loggia/setTrust', { source, decision: 'trusted', fingerprint });
  return review;
}

const changeWords: Readonly<Record<string, string>> = {
  same: 'as you approved it',
  new: 'new',
  changed: 'changed since you approved it',
  removed: 'removed',
};

const sameLaunch = 'Values of variables or headers, or other settings, have changed.';

const kindWords: Readonly<Record<string, string>> = { mcpServer: 'Server' };

export function printReview(
  { source, parts, fingerprint, byOperator }: SourceReview,
  printer: Printer,
): void {
  printer.sentence(`${printableLine(source)}:`);
  if (parts.length === 0) printer.sentence('Nothing in it runs or is added to prompts.', '  ');
  for (const part of parts) printPart(part, printer);
  if (byOperator)
    printer.sentence('The host’s configuration trusts this folder, including future changes.', '  ');
  printer.sentence(`Fingerprint: ${printableLine(fingerprint)}`);
}

function printPart(
  { kind, name, file, change, before, now, commands = [] }: ReviewedPart,
  printer: Printer,
): void {
  const word = kindWords[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
  const where = file === undefined ? '' : ` (${printableLine(file)})`;
  printer.sentence(`${word} "${printableLine(name)}"${where}: ${changeWords[change] ?? change}`, '  ');
  for (const command of commands) printer.line(`      command    ${printableJson(command)}`);
  if (change === 'changed' && before) {
    for (const line of launchLines(before)) printer.line(printer.style.bad(`    - ${line}`));
    for (const line of now ? launchLines(now) : []) printer.line(printer.style.good(`    + ${line}`));
    if (JSON.stringify(before) === JSON.stringify(now)) printer.sentence(sameLaunch, '    ');
    return;
  }
  for (const line of launchLines(now ?? before ?? { kind: 'stdio' })) printer.line(`      ${line}`);
}
