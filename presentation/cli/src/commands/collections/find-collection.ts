import type { Collection } from '@loggia/protocol';
import type { HostLink } from '../../host/host-link.ts';
import { findNamed } from '../named-one.ts';

export async function findCollection(link: HostLink, wanted: string): Promise<Collection> {
  const { collections } = await link.ask('x-loggia/listCollections', {});
  return findNamed(collections, wanted, {
    one: 'collection',
    many: 'collections',
    list: 'loggia collections list',
  });
}
