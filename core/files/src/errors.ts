import { errnoOf } from '@loggia/access';
import { ProtocolError, type ErrorName } from '@loggia/protocol';

/** File system errors as wire errors. `{}` stands for the URI. */
const table: Readonly<Record<string, readonly [ErrorName, string]>> = {
  ENOENT: ['NotFound', 'There is nothing at {}. Check the path; create missing folders with resourceMkdir.'],
  ENOTDIR: ['NotFound', "{} isn't a folder, or is below something that isn't one. Check the path."],
  EACCES: [
    'PermissionDenied',
    'The system does not let this host use {}. Change its permissions, or choose another.',
  ],
  EPERM: [
    'PermissionDenied',
    'The system does not let this host use {}. Change its permissions, or choose another.',
  ],
  EROFS: ['PermissionDenied', '{} is on a read-only disk. Choose another location.'],
  ELOOP: ['PermissionDenied', '{} is a link, or leads through too many. Name what it points to.'],
  EEXIST: ['AlreadyExists', 'Something is already at {}. Choose another name.'],
  ENOTEMPTY: ['AlreadyExists', 'A folder with content is already at {}. Choose another name.'],
  EISDIR: ['InvalidParams', '{} is a folder. Name a file.'],
  EINVAL: ['InvalidParams', 'The file system does not allow this for {}. Choose another path.'],
  ENXIO: ['InvalidParams', '{} is neither a file nor a folder. Name a file.'],
  ENAMETOOLONG: ['InvalidParams', '{} is longer than the file system allows. Choose a shorter name.'],
  ETXTBSY: ['Conflict', '{} is a program that is running. End it, then try again.'],
  EBUSY: ['Unavailable', '{} is in use by the system. Try again in a moment.'],
  ENOSPC: ['Unavailable', 'The disk of {} is full, and nothing was changed. Make room, then try again.'],
  EDQUOT: ['Unavailable', 'Your share of the disk of {} is used up. Make room, then try again.'],
  EFBIG: ['Unavailable', '{} would become larger than the file system allows. Write less.'],
  EMFILE: ['Unavailable', 'The host has too many files open to use {}. Try again in a moment.'],
  ENFILE: ['Unavailable', 'The system has too many files open to use {}. Try again in a moment.'],
  EIO: ['Unavailable', 'The disk of {} failed. Check the disk; the state of the file is unknown.'],
};

function toProtocolError(error: unknown, uri: string): unknown {
  if (error instanceof ProtocolError) return error;
  const row = table[errnoOf(error) ?? ''];
  return row
    ? new ProtocolError(
        row[0],
        row[1].replace('{}', () => JSON.stringify(uri)),
      )
    : error;
}

/** Runs `work` on behalf of `uri`: errors of the file system become errors that may cross the wire. */
export async function onBehalfOf<Value>(uri: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toProtocolError(error, uri);
  }
}
