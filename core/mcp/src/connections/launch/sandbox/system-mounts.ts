import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { isInside } from '@loggia/access';

/** Programs and libraries, which everybody on the machine can read anyway. */
const programFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];

/**
 * System files that programs look up: names, time zones, certificates. They are listed individually, because some
 * folders also contain keys and passwords.
 */
const lookedUp = [
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'fonts',
  'gai.conf',
  'group',
  'host.conf',
  'hosts',
  'java-openjdk',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'locale.conf',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki/ca-trust',
  'pki/tls/certs',
  'pki/tls/cert.pem',
  'pki/tls/openssl.cnf',
  'protocols',
  'resolv.conf',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'static',
  'timezone',
].map((name) => `/etc/${name}`);

/** Settings of the whole machine: a host that runs as root owns them, and so would its servers. */
const kernelSettings = ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger'].map((name) => `/proc/${name}`);
/** Kernel files that expose the whole machine, its memory included. */
const kernelRecords = [
  'kcore',
  'keys',
  'kmsg',
  'kpagecount',
  'kpageflags',
  'kpagecgroup',
  'sched_debug',
  'timer_list',
].map((name) => `/proc/${name}`);

/** Whether every sandbox contains it. */
export function isOfSystem(file: string): boolean {
  return programFolders.some((folder) => isInside(folder, file));
}

/** Arguments for bubblewrap: everything read-only. */
export function systemMounts(): readonly string[] {
  return [...programFolders.flatMap(mountOf), ...lookedUp.flatMap((file) => ['--ro-bind-try', file, file])];
}

/** The processes of the sandbox and the devices that every program may use, as arguments of bubblewrap. */
export function kernelMounts(): readonly string[] {
  return [
    ...['--proc', '/proc', '--dev', '/dev'],
    ...kernelSettings.flatMap((file) => ['--ro-bind-try', file, file]),
    ...kernelRecords.flatMap((file) => (existsSync(file) ? ['--ro-bind', '/dev/null', file] : [])),
  ];
}

/** Most systems have links at the root that lead into `/usr`. */
function mountOf(folder: string): readonly string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder];
}
