import { randomUUID } from 'node:crypto';
import type { TestConsole } from './open-test-console.ts';

export async function createSignedInMember(site: TestConsole, name: string) {
  const id = await site.hub.addMember(name);
  const { cookie } = await site.signIn(id);
  return {
    id,
    cookie,
    get: async (path: string) => (await site.get(path, { cookie })).body,
    give: (path: string, fields: object = {}, requestId: string = randomUUID()) =>
      site.post(path, { ...fields, request_id: requestId }, { cookie }),
  };
}

export async function createSignedInAdmin(site: TestConsole, name: string) {
  const member = await createSignedInMember(site, name);
  await site.makeAdmin(member.id);
  return member;
}
