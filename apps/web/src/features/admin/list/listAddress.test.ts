import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ListAddress, requestOf } from './listAddress.ts';

const { query, sorts } = adminEndpoints.accounts.list;
const sent = (address: ListAddress) => z.encode(query, { ...requestOf(address, sorts), state: undefined });

describe('the list as the server is asked for it', () => {
  it('is empty for filters that the address does not have', () => {
    expect(sent({})).toStrictEqual({ page_size: '50' });
  });

  it('has the search, the order with its direction, and the page', () => {
    expect(sent({ search: 'ada', sort: '-memberships', page: 3 })).toStrictEqual({
      search: 'ada',
      sort: 'memberships',
      sort_direction: '-1',
      page: '3',
      page_size: '50',
    });
  });

  it('leaves out an order that the server does not know, with its direction', () => {
    expect(sent({ sort: '-colour' })).toStrictEqual({ page_size: '50' });
  });
});
