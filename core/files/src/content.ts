import { ProtocolError, type Params, type Result } from '@loggia/protocol';

type Encoding = Params<'resourceWrite'>['encoding'];

// A byte order mark is content: dropping it would change the file when it is written back.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Encodes as requested if that loses nothing, or else as base64. Without a request, content with a zero byte is binary.
 */
export function encodeContent(bytes: Buffer, wish: Encoding | undefined): Result<'resourceRead'> {
  const text = wish === 'base64' || (wish === undefined && bytes.includes(0)) ? undefined : textOf(bytes);
  if (text === undefined) return { data: bytes.toString('base64'), encoding: 'base64' };
  return { data: text, encoding: 'utf-8' };
}

/**
 * Throws InvalidParams for input that Node would silently repair: half a surrogate pair, or base64 with stray
 * characters.
 */
export function decodeContent(data: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') {
    if (!/\p{Surrogate}/u.test(data)) return Buffer.from(data, 'utf8');
    throw new ProtocolError(
      'InvalidParams',
      '"data" holds half a character (a lone surrogate). Send it as base64.',
    );
  }
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') === data) return bytes;
  throw new ProtocolError(
    'InvalidParams',
    '"data" is not base64 with padding. Encode it again, or send "utf-8".',
  );
}
