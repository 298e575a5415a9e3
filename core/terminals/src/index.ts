export { terminalKind } from './kind.ts';
export { type Shell } from './shell.ts';
export {
  Terminals,
  type CommandEnd,
  type ProgramStart,
  type StartedProgram,
  type TerminalPorts,
} from './terminals.ts';
