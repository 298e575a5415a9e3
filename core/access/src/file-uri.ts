import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProtocolError } from '@loggia/protocol';

// `file:/path`, `file:///path` or `file://localhost/path`. A second slash would name another machine on Windows.
const local = /^file:(?:\/\/(?:localhost)?)?\/(?![/\\])/i;

function reject(uri: string, why: string): never {
  const shown = JSON.stringify(uri.length > 200 ? `${uri.slice(0, 200)}…` : uri);
  throw new ProtocolError('InvalidParams', `${shown} is not the URI of a file here: ${why}`);
}

/**
 * The absolute path that a `file:` URI names, without `.` and `..`, and without a final slash. Refuses everything that
 * URL parsers silently repair, so that all readers see the same path.
 */
export function pathOfFileUri(uri: string): string {
  if (!/^file:/i.test(uri)) reject(uri, 'it must start with "file:".');
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f\\]|^\s|\s$/.test(uri))
    reject(uri, 'encode control characters, spaces and backslashes.');
  if (!local.test(uri)) reject(uri, 'name an absolute path on this machine, such as "file:///folder/name".');
  if (/[?#]/.test(uri)) reject(uri, 'write "?" as %3F and "#" as %23.');
  if (/%2f|%00/i.test(uri)) reject(uri, 'a name can hold neither a slash nor a zero byte.');
  let found: string;
  try {
    found = fileURLToPath(new URL(uri));
  } catch {
    reject(uri, 'its escapes are not valid UTF-8.');
  }
  const resolved = path.resolve(found);
  // "//name" is reachable through dot segments, and names another machine on Windows.
  if (/^[/\\]{2}/.test(found)) reject(uri, 'it names another machine.');
  return resolved;
}
