import type { TerminalPart } from './state.ts';

/* oxlint-disable no-control-regex -- these are control characters */
/** OSC, DCS and the like up to their end, CSI, and the short ones. */
const sequences =
  /\u001B(?:[\]P_^X][^\u0007\u001B]*(?:\u0007|\u001B\\|$)|\[[0-?]*[ -/]*[@-~]?|[ -/]*[0-~]?)/g;
/** All others, except tabs and line breaks. */
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
/* oxlint-enable no-control-regex */

/** The output of a program that writes line by line, as plain text. */
export function plainOutput(content: readonly TerminalPart[]): string {
  const whole = content.map((part) => (part.type === 'command' ? part.output : textOf(part))).join('');
  return whole
    .replaceAll(sequences, '')
    .replaceAll(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace('\r', ''))
    .join('\n')
    .replaceAll(controls, '');
}

function textOf(part: TerminalPart): string {
  return part.type === 'unclassified' ? part.value : '';
}
