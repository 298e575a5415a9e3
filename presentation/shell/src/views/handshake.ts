import { displayModes } from './display-mode.ts';

type Json = Readonly<Record<string, unknown>>;

/** The version to assume for a View that names none. */
const assumedVersion = '2026-01-26';

/**
 * Completes the parameters of `ui/initialize`, so that a View that leaves something out or declares something unknown
 * starts all the same. `faults` says what was wrong, for its author.
 */
export function completeIntroduction(params: unknown): {
  readonly params: Json;
  readonly faults: readonly string[];
} {
  const given = isObject(params) ? params : {};
  const faults: string[] = [];
  const { protocolVersion, appInfo, appCapabilities } = given;
  if (typeof protocolVersion !== 'string') faults.push('protocolVersion is missing.');
  if (!isNamed(appInfo)) faults.push('appInfo needs a name and a version.');
  if (!isObject(appCapabilities)) faults.push('appCapabilities is missing.');
  return {
    params: {
      ...given,
      protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : assumedVersion,
      appInfo: isNamed(appInfo) ? appInfo : namedAsFarAsKnown(appInfo),
      appCapabilities: knownCapabilities(isObject(appCapabilities) ? appCapabilities : {}, faults),
    },
    faults,
  };
}

function knownCapabilities(declared: Json, faults: string[]): Json {
  const { availableDisplayModes: modes, ...others } = declared;
  const kept = Object.entries(others).filter(([name, value]) => {
    const isUsable = isObject(value) || !objects.has(name);
    if (!isUsable) faults.push(`appCapabilities.${name} has to be an object.`);
    return isUsable;
  });
  if (modes === undefined) return Object.fromEntries(kept);
  const listed: readonly unknown[] = Array.isArray(modes) ? modes : [];
  const known = displayModes.filter((mode) => listed.includes(mode));
  if (!Array.isArray(modes) || known.length < listed.length)
    faults.push(`appCapabilities.availableDisplayModes may list only ${displayModes.join(', ')}.`);
  return { ...Object.fromEntries(kept), availableDisplayModes: known };
}

/** The capabilities that have to be objects. */
const objects: ReadonlySet<string> = new Set(['experimental', 'tools']);

function isNamed(info: unknown): boolean {
  return isObject(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string';
}

function namedAsFarAsKnown(info: unknown): Json {
  const { name, version } = isObject(info) ? info : {};
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
