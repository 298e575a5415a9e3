import { attachedFileOf } from '@loggia/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShellHost } from '../../host/shell-host.ts';
import { keepUploads, localFile, uploadFile } from './uploads.ts';

const hash = 'c'.repeat(64);
const options = { signal: new AbortController().signal, onProgress: () => {} };

function rig() {
  const sent: string[] = [];
  const upload = async (file: File) => {
    sent.push(file.name);
    return { hash, size: file.size };
  };
  return { sent, host: { content: { upload } } as unknown as Pick<ShellHost, 'content'> };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('files that are attached', () => {
  it('J3: go to the host as content and become no artifact', async () => {
    const { host, sent } = rig();
    const file = new File(['Tejo'], ' rivers\u0007.txt ', { type: 'text/plain' });
    const attachment = await uploadFile(host, file, options);
    expect(attachedFileOf(attachment)).toEqual({ name: 'rivers .txt', hash, size: 4 });
    expect([sent, localFile(hash)?.file]).toEqual([[file.name], file]);
    expect((await uploadFile(host, new File(['x'], ''), options)).label).toBe('Pasted file');
  });

  it('J3: are sent again when the first message comes after the host may have removed them', async () => {
    const { host, sent } = rig();
    const attachment = await uploadFile(host, new File(['Tejo'], 'rivers.txt'), options);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    await keepUploads(host, [attachment, { type: 'simple', label: 'other' }]);
    expect(sent).toHaveLength(1);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    await keepUploads(host, [attachment]);
    await keepUploads(host, [attachment]);
    expect(sent).toEqual(['rivers.txt', 'rivers.txt']);
  });
});
