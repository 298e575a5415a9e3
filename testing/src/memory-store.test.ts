import { MemoryDisk, MemoryStore } from './memory-store.ts';
import { describeStoreContract } from './store-contract.ts';

const setUp = async () => {
  const disk = new MemoryDisk();
  return { open: () => new MemoryStore(disk), dispose: async () => {} };
};

describeStoreContract('memory', setUp, { interleavings: 500 });
