import { ProtocolError, schemeOf } from '@loggia/protocol';

const largestSide = 1000;

export function assertTerminalUri(uri: string): void {
  if (schemeOf(uri) === 'terminal') return;
  throw refused(`The URI of a terminal begins with "ahp-terminal:/"; ${uri} doesn't.`);
}

export function assertSize(cols: number, rows: number): void {
  for (const side of [cols, rows]) {
    if (!Number.isInteger(side) || side < 1 || side > largestSide) {
      throw refused(`The columns and rows of a terminal are whole numbers from 1 to ${largestSide}.`);
    }
  }
}

export function refused(reason: string): ProtocolError {
  return new ProtocolError('InvalidParams', reason);
}

export function taken(uri: string): ProtocolError {
  return new ProtocolError('AlreadyExists', `${uri} exists already. Choose a new URI.`);
}
