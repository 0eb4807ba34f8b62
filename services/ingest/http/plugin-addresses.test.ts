import { describe, expect, it } from 'vitest';
import { registeredPlugins } from '../plugins/registered.ts';
import { openTestIngest } from '../testing/open-test-ingest.ts';
import { createAddressRepair } from './plugin-addresses.ts';

const repair = createAddressRepair(registeredPlugins);

describe('the address of a plugin', () => {
  it.each([
    ['//api/group/hub/am-i-in-group?member_name=X', '/api/group/hub/am-i-in-group?member_name=X'],
    ['/api//group/hub/update-group-member', '/api/group/hub/update-group-member'],
    ['/api/osrs-data/events/', '/api/osrs-data/events'],
    ['/api/dink/abc/', '/api/dink/abc'],
    ['///api/dink/abc//config/', '/api/dink/abc/config'],
    ['/api/rseye/position_update', '/api/rseye/position_update'],
    ['/api/rseyeposition_update/', '/api/rseye/position_update'],
  ])('is repaired: %s', (sent, routed) => expect(repair(sent)).toBe(routed));

  it.each([
    '/api/v1/snapshot?since=1',
    '//api/v1/snapshot',
    '/api/v1/events/',
    '/api/rseye/',
    '/',
    '/api/osrs-data/wrong',
    '/console/api/me/',
  ])('is repaired only if the address belongs to a plugin: %s', (sent) => expect(repair(sent)).toBe(sent));
});

describe('a plugin with a wrong address', () => {
  it('delivers its reports although a slash is doubled or missing', async () => {
    const ingest = await openTestIngest();
    const token = await ingest.pair(await ingest.addMember('Quill'));
    const app = ingest.openIngest();
    const group = await app.inject({
      method: 'POST',
      url: '//api/group/hub/update-group-member/',
      headers: { authorization: token },
      payload: JSON.stringify({ name: 'Quillon Fen', coordinates: [3_200, 3_200, 0, 0] }),
    });
    const rseye = await app.inject({
      method: 'POST',
      url: '/api/rseyeposition_update/',
      headers: { authorization: `Bearer: ${token}` },
      payload: JSON.stringify({ username: 'Quillon Fen', position: { x: 3_210, y: 3_210, plane: 0 } }),
    });
    expect([group.statusCode, rseye.statusCode]).toEqual([200, 200]);
    expect(await ingest.read('hub.raw')).toHaveLength(2);
  });

  it.each(['PUBLIC_URL', 'the request'])('gets the right address, but no token, from %s', async (source) => {
    const ingest = await openTestIngest();
    const isSet = source === 'PUBLIC_URL';
    const origin = isSet ? 'https://hub.example.org' : 'http://localhost:80';
    const app = ingest.openIngest(isSet ? { publicUrl: origin } : {});
    const secret = 'a'.repeat(64);
    const dink = await app.inject({ method: 'POST', url: `/hub/api/dink/${secret}`, payload: '{}' });
    expect(dink.statusCode).toBe(404);
    expect(dink.json().error).toBe(
      `Nothing is at this address. Enter ${origin}/api/dink/:token/config in the plugin; it then sends to ${origin}/api/dink/:token.`,
    );
    expect(dink.body).not.toContain(secret);
    const ha = await app.inject({ method: 'POST', url: '/x/y/api/osrs-data/events', payload: '{}' });
    expect(ha.json().error).toContain(`sends to ${origin}/api/osrs-data/events`);
  });
});
