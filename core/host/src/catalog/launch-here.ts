import path from 'node:path';
import { isAtLeast, newerNodeAdvice } from '@loggia/acp/node-version';
import type { AgentSettings } from '@loggia/protocol';
import type { PackageDistribution, RegistryEntry } from './registry-format.ts';

/** The machine of the host, as far as it decides how an agent can run there. */
export interface Machine {
  /** As the registry names it, such as `linux-x86_64`. */
  readonly platform: string;
  /** The version of Node, without the "v". */
  readonly node: string;
  /** Whether a program of that name is on the PATH. */
  has(program: string): boolean;
}

export interface LaunchHere {
  readonly package?: string;
  readonly isInstalled: boolean;
  /** Absent if it can't run here. */
  readonly settings?: AgentSettings;
  /** With settings: the agent can be added, but won't start until this is solved. */
  readonly problem?: string;
}

/** A name in the npm registry, with or without a version: nothing that npm would fetch from elsewhere, and no option. */
const npmPackage =
  /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?:@[A-Za-z0-9~^<>=*][A-Za-z0-9._+~^<>=*-]*)?$/;

/** A name, so that it is looked up on the PATH, and not an option. */
const programName = /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/;

/** How an agent of a catalog runs on this machine: a program that is installed, or a package that npx fetches. */
export function launchHere(entry: RegistryEntry, machine: Machine): LaunchHere {
  const installed = installedProgram(entry, machine);
  const shared = packageOf(entry);
  if (installed) return { ...shared, isInstalled: true, ...ready(entry, machine, installed) };
  if (!entry.npx) return { ...shared, isInstalled: false, problem: notHere(entry, machine) };
  const { package: name, cmd, args, env } = entry.npx;
  if (!npmPackage.test(name) || (cmd !== undefined && !programName.test(cmd)))
    return {
      isInstalled: false,
      problem: `${entry.name} can't be added, because its package "${name}" isn't the name of an npm package. Add it by its command instead.`,
    };
  if (!machine.has('npx'))
    return {
      ...shared,
      isInstalled: false,
      problem: `${entry.name} is an npm package, and there is no "npx" on the PATH of the host. Install npm, or install the agent and add it by its command.`,
    };
  const fetched = cmd === undefined ? ['--yes', name] : ['--yes', `--package=${name}`, '--', cmd];
  return {
    ...shared,
    isInstalled: false,
    ...ready(entry, machine, { command: 'npx', args: [...fetched, ...args], env }),
  };
}

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function installedProgram(entry: RegistryEntry, machine: Machine): Launch | undefined {
  const target = entry.binary?.[machine.platform];
  const candidates = [
    ...(entry.npx?.cmd === undefined ? [] : [{ ...entry.npx, command: entry.npx.cmd }]),
    ...(entry.uvx ? [{ ...entry.uvx, command: entry.uvx.cmd ?? bareName(entry.uvx) }] : []),
    ...(target ? [{ ...target, command: path.win32.basename(target.cmd).replace(/\.exe$/i, '') }] : []),
  ];
  return candidates.find(({ command }) => programName.test(command) && machine.has(command));
}

function bareName({ package: name }: PackageDistribution): string {
  return name.replace(/[@=<>~!\x5b].*$/, '');
}

function ready(
  entry: RegistryEntry,
  machine: Machine,
  { command, args, env }: Launch,
): { readonly settings: AgentSettings; readonly problem?: string } {
  const { name, node, npx } = entry;
  const isTooOld = node !== undefined && !isAtLeast(machine.node, node);
  return {
    settings: {
      name,
      command,
      args: [...args],
      ...(Object.keys(env).length > 0 && { env: { ...env } }),
      ...(npx && command !== 'npx' && { install: `npm install --global ${npx.package}` }),
      ...(npx && node !== undefined && { node }),
    },
    ...(isTooOld && {
      problem: `${name} needs Node ${node} or newer, and this host runs Node ${machine.node}. ${newerNodeAdvice(node)}.`,
    }),
  };
}

function packageOf({ npx, uvx }: RegistryEntry): { readonly package?: string } {
  const name = npx?.package ?? uvx?.package;
  return name === undefined ? {} : { package: name };
}

function notHere({ name, uvx, binary, unknownKinds }: RegistryEntry, { platform }: Machine): string {
  if (uvx)
    return `${name} is a Python package, which Loggia doesn't install. Run "uv tool install ${uvx.package}" on the host's machine, then add it.`;
  if (binary?.[platform])
    return `${name} comes as a program to download, which Loggia doesn't install. Install it on the host's machine, then add it.`;
  if (binary)
    return `${name} isn't offered for this machine (${platform}). Install it in another way, then add it by its command.`;
  if (unknownKinds.length > 0)
    return `${name} is distributed in a way that this version of Loggia doesn't know (${unknownKinds.join(', ')}). Install it on the host's machine, then add it by its command.`;
  return `The catalog doesn't say how ${name} is installed. Install it on the host's machine, then add it by its command.`;
}
